package dev.colonnade.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Certificates of clients, each of which is its own authority, the file of these authorities for a
 * server, and the certificate of a stranger, whose authority is not among them.
 */
public final class ClientCertificates {
  /** Name of the client whose certificate a server refuses. */
  public static final String STRANGER = "stranger";

  private final Map<String, SelfSignedCertificate> certificates;
  private final Path authorities;

  private ClientCertificates(Map<String, SelfSignedCertificate> certificates, Path authorities) {
    this.certificates = certificates;
    this.authorities = authorities;
  }

  /**
   * Creates certificates as files in a folder.
   *
   * @param subjects subjects of the certificates by the names of the clients
   */
  public static ClientCertificates make(Path folder, Map<String, String> subjects)
      throws IOException, GeneralSecurityException, InterruptedException {
    Map<String, SelfSignedCertificate> certificates = new HashMap<>();
    StringBuilder authorities = new StringBuilder();
    for (Map.Entry<String, String> client : subjects.entrySet()) {
      SelfSignedCertificate made =
          SelfSignedCertificate.make(folder, client.getKey(), client.getValue());
      certificates.put(client.getKey(), made);
      authorities.append(Files.readString(made.certificate(), US_ASCII));
    }
    // A client sends a certificate only if the name of its issuer is one of the authorities.
    String known = subjects.values().iterator().next();
    certificates.put(STRANGER, SelfSignedCertificate.make(folder, STRANGER, known));
    return new ClientCertificates(
        certificates, Files.writeString(folder.resolve("authorities.pem"), authorities));
  }

  /** Returns the file of the authorities that a server trusts. */
  public Path authorities() {
    return authorities;
  }

  /** Returns the files of a client. */
  public SelfSignedCertificate of(String client) {
    return Objects.requireNonNull(certificates.get(client), () -> "no certificate of " + client);
  }
}
