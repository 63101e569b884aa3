"""The tables of the papers on which the measures rest, as these print them, from other projects."""
