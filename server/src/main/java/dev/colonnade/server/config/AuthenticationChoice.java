package dev.colonnade.server.config;

/** How a client shows who it is. */
public enum AuthenticationChoice {
  /** Not at all on this machine's own addresses, by SCRAM from elsewhere. */
  AUTO,
  /** Not at all: every role that there is is believed. */
  TRUST,
  /** By SCRAM-SHA-256. */
  SCRAM
}
