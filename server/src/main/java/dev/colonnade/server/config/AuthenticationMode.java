package dev.colonnade.server.config;

/** Authentication mode of clients. */
public enum AuthenticationMode {
  /** No authentication from loopback addresses, SCRAM-SHA-256 from any other address. */
  AUTO,
  /** No authentication: the server trusts every existing role name. */
  TRUST,
  /** SCRAM-SHA-256. */
  SCRAM
}
