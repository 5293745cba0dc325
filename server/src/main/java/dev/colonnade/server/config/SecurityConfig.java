package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Who is let in, and how; the same on the native port and on that of the PostgreSQL protocol.
 *
 * @param authentication default {@link AuthenticationChoice#AUTO}
 * @param usersFile names and passwords, besides those of roles; none by default
 * @param tls certificate and key; without, nothing is encrypted
 */
public record SecurityConfig(
    AuthenticationChoice authentication, Optional<Path> usersFile, Optional<TlsFiles> tls) {
  public static final SecurityConfig DEFAULT =
      new SecurityConfig(AuthenticationChoice.AUTO, Optional.empty(), Optional.empty());

  public SecurityConfig {
    requireNonNull(authentication, "authentication is null");
    requireNonNull(usersFile, "usersFile is null");
    requireNonNull(tls, "tls is null");
  }

  /** A chain of certificates and the key of the first of them, both PEM. */
  public record TlsFiles(Path certificate, Path key) {
    public TlsFiles {
      requireNonNull(certificate, "certificate is null");
      requireNonNull(key, "key is null");
    }
  }
}
