"""The network of Roberti et al. 2019, equation by equation."""
