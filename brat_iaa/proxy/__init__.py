"""The pages and the script in front of a brat that cannot be touched: proxy.app, proxy.serving."""
