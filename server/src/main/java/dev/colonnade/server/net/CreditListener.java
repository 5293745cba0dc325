package dev.colonnade.server.net;

/** Listener of flow-control credit that the client grants. Called on the event loop. */
@FunctionalInterface
public interface CreditListener {
  void grant(int pages, long bytes);
}
