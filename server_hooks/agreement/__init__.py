"""What brat's page gets: a script, three actions, and the service that answers them."""
