package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Configuration of authentication and encryption; it applies to the native port and to that of the
 * PostgreSQL protocol.
 *
 * @param authentication authentication mode, default {@link AuthenticationMode#AUTO}
 * @param usersFile file of names and passwords, in addition to those of roles; none by default
 * @param rulesFile file of rules as pg_hba.conf, which the mode AUTO applies; none by default
 * @param tls certificate and key; nothing is encrypted without them
 */
public record SecurityConfig(
    AuthenticationMode authentication,
    Optional<Path> usersFile,
    Optional<Path> rulesFile,
    Optional<TlsFiles> tls) {
  public static final SecurityConfig DEFAULT =
      new SecurityConfig(
          AuthenticationMode.AUTO, Optional.empty(), Optional.empty(), Optional.empty());

  public SecurityConfig {
    requireNonNull(authentication, "authentication is null");
    requireNonNull(usersFile, "usersFile is null");
    requireNonNull(rulesFile, "rulesFile is null");
    requireNonNull(tls, "tls is null");
  }

  /** Creates a configuration without a file of rules. */
  public SecurityConfig(
      AuthenticationMode authentication, Optional<Path> usersFile, Optional<TlsFiles> tls) {
    this(authentication, usersFile, Optional.empty(), tls);
  }

  /**
   * Files of TLS, all of them PEM.
   *
   * @param certificate certificate chain
   * @param key key of its first certificate
   * @param clientAuthorities certificates of the authorities that sign those of clients; without
   *     them clients are not asked for certificates
   */
  public record TlsFiles(Path certificate, Path key, Optional<Path> clientAuthorities) {
    public TlsFiles {
      requireNonNull(certificate, "certificate is null");
      requireNonNull(key, "key is null");
      requireNonNull(clientAuthorities, "clientAuthorities is null");
    }

    /** Creates the files of a server that does not ask clients for certificates. */
    public TlsFiles(Path certificate, Path key) {
      this(certificate, key, Optional.empty());
    }
  }
}
