package dev.colonnade.server.net;

/** Is given more credit. Called on the event loop. */
@FunctionalInterface
public interface CreditTaker {
  void grant(int pages, long bytes);
}
