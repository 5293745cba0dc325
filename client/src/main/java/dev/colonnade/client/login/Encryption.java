package dev.colonnade.client.login;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Encryption of connections, and the required verification of the server's certificate.
 *
 * @param rootCertificates a file of trusted PEM certificates; if empty, the JVM's trusted
 *     certificates apply
 * @param clientKey the client's own certificate, for servers whose rules require one
 */
public record Encryption(
    Mode mode, Optional<Path> rootCertificates, Optional<ClientKey> clientKey) {
  /** No encryption. */
  public static final Encryption NONE = new Encryption(Mode.DISABLE, Optional.empty());

  /** Encryption mode, with the names of PostgreSQL's {@code sslmode}. */
  public enum Mode {
    /** Connections are not encrypted. */
    DISABLE,
    /**
     * Connections are encrypted without verification of the server; with root certificates
     * equivalent to {@link #VERIFY_CA}.
     */
    REQUIRE,
    /**
     * Connections are encrypted, and a trusted certificate authority must have signed the server's
     * certificate.
     */
    VERIFY_CA,
    /**
     * Variant of {@link #VERIFY_CA} that also requires that the certificate matches the server's
     * host name.
     */
    VERIFY_FULL
  }

  public Encryption {
    requireNonNull(mode, "mode is null");
    requireNonNull(rootCertificates, "rootCertificates is null");
    requireNonNull(clientKey, "clientKey is null");
  }

  /** Creates an encryption without a certificate of the client. */
  public Encryption(Mode mode, Optional<Path> rootCertificates) {
    this(mode, rootCertificates, Optional.empty());
  }

  public boolean isOn() {
    return mode != Mode.DISABLE;
  }

  /**
   * Returns the TLS context of connections.
   *
   * @throws IOException if the certificates or the key cannot be read
   * @throws GeneralSecurityException if they are invalid
   */
  public SSLContext context() throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(clientKey.isEmpty() ? null : clientKey.get().managers(), trustManagers(), null);
    return context;
  }

  private TrustManager[] trustManagers() throws IOException, GeneralSecurityException {
    if (mode == Mode.REQUIRE && rootCertificates.isEmpty()) {
      return new TrustManager[] {new TrustAllCertificates()};
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(rootCertificates.isEmpty() ? null : read(rootCertificates.get()));
    return factory.getTrustManagers();
  }

  private static KeyStore read(Path file) throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(file)) {
      int index = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("root-" + index++, certificate);
      }
    }
    return trusted;
  }

  /**
   * Returns the parameters of a connection with the protocol versions and the host name
   * verification of this mode.
   */
  public SSLParameters strengthened(SSLParameters parameters) {
    parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    if (mode == Mode.VERIFY_FULL) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    return parameters;
  }
}
