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
 * Whether a connection is encrypted, and what the server's certificate has to be.
 *
 * @param rootCertificates a file of PEM certificates that are trusted; without one those that the
 *     JVM trusts
 */
public record Encryption(Mode mode, Optional<Path> rootCertificates) {
  /** No encryption. */
  public static final Encryption NONE = new Encryption(Mode.DISABLE, Optional.empty());

  /** The names are those of PostgreSQL's {@code sslmode}. */
  public enum Mode {
    /** Not encrypted. */
    DISABLE,
    /** Encrypted, whoever the server is; with root certificates as {@link #VERIFY_CA}. */
    REQUIRE,
    /** Encrypted, and the certificate has been signed by one that is trusted. */
    VERIFY_CA,
    /** As {@link #VERIFY_CA}, and it is for the name that was connected to. */
    VERIFY_FULL
  }

  public Encryption {
    requireNonNull(mode, "mode is null");
    requireNonNull(rootCertificates, "rootCertificates is null");
  }

  public boolean isOn() {
    return mode != Mode.DISABLE;
  }

  /**
   * What connections are encrypted with.
   *
   * @throws IOException if the root certificates cannot be read
   * @throws GeneralSecurityException if they are none
   */
  public SSLContext context() throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trustManagers(), null);
    return context;
  }

  private TrustManager[] trustManagers() throws IOException, GeneralSecurityException {
    if (mode == Mode.REQUIRE && rootCertificates.isEmpty()) {
      return new TrustManager[] {new TrustInAnybody()};
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

  /** Adds to the parameters of a connection what this asks for. */
  public SSLParameters strengthened(SSLParameters parameters) {
    parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    if (mode == Mode.VERIFY_FULL) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    return parameters;
  }
}
