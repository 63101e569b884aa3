"""The one list page: places between sides, with the same filters and cards whoever they are."""
