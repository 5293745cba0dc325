package dev.colonnade.client.login;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.request.Hello;

/**
 * Who connects, and how that is shown.
 *
 * @param identity said in the hello
 * @param password for a server that asks for it; may be empty
 * @param encryption of the connection
 */
public record Login(Hello.Identity identity, String password, Encryption encryption) {
  public Login {
    requireNonNull(identity, "identity is null");
    requireNonNull(password, "password is null");
    requireNonNull(encryption, "encryption is null");
  }

  /** Never tells the password. */
  @Override
  public String toString() {
    return "Login[identity=" + identity + " encryption=" + encryption + "]";
  }
}
