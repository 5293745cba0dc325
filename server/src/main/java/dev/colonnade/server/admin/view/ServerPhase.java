package dev.colonnade.server.admin.view;

/** Life cycle of a server. */
public enum ServerPhase {
  /** The server is opening its store and its ports. */
  STARTING,
  /** The server accepts requests. */
  READY,
  /** The server accepts no new requests and waits for the running ones. */
  DRAINING
}
