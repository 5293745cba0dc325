package dev.colonnade.client.net;

/** What can be done about a call on its way. Safe for use by any thread; late use does nothing. */
public interface CallControl {
  /** Allows a scan more pages and payload bytes. */
  void grant(int pages, long bytes);

  /** Gives up: the server is told, and nothing more comes to the call. */
  void cancel();
}
