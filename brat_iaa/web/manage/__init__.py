"""The page Manage: for managers of a project, who lead it from there."""
