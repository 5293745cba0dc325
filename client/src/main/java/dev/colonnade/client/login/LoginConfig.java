package dev.colonnade.client.login;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.request.Hello;

/**
 * Identity, password and encryption of a client's connections.
 *
 * @param identity part of the hello
 * @param password for a server that requires authentication; may be empty
 * @param encryption of the connection
 */
public record LoginConfig(Hello.Identity identity, String password, Encryption encryption) {
  public LoginConfig {
    requireNonNull(identity, "identity is null");
    requireNonNull(password, "password is null");
    requireNonNull(encryption, "encryption is null");
  }

  /** Returns a text without the password. */
  @Override
  public String toString() {
    return "Login[identity=" + identity + " encryption=" + encryption + "]";
  }
}
