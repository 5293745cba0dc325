package dev.colonnade.server.auth;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.SecurityConfig;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;

/** TLS context: certificate, key, and the certificate's hash for channel binding. */
public final class TlsContext {
  /** ALPN protocol name that clients of the PostgreSQL protocol request in direct TLS. */
  public static final String PROTOCOL = "postgresql";

  /**
   * Cipher suites in the order of preference: forward secrecy and authenticated encryption only.
   * Those of TLS 1.2 with CBC are excluded, for their padding was attacked repeatedly.
   */
  private static final List<String> CIPHERS =
      List.of(
          "TLS_AES_256_GCM_SHA384",
          "TLS_AES_128_GCM_SHA256",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private final SslContext context;
  private final byte[] certificateHash;

  private TlsContext(SslContext context, byte[] certificateHash) {
    this.context = context;
    this.certificateHash = certificateHash;
  }

  /**
   * Reads a certificate and its key.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if either file cannot be read or is invalid
   */
  static TlsContext read(SecurityConfig.TlsFiles files) {
    try {
      SslContext context =
          SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
              .applicationProtocolConfig(
                  new ApplicationProtocolConfig(
                      ApplicationProtocolConfig.Protocol.ALPN,
                      ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                      ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                      PROTOCOL))
              .build();
      return new TlsContext(context, hash(first(files.certificate())));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "cannot read certificate and key for TLS: certificate=%s key=%s cause=%s"
              .formatted(files.certificate(), files.key(), e.getMessage()),
          e);
    }
  }

  private static X509Certificate first(Path file) throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
      return (X509Certificate) certificate;
    }
  }

  /**
   * Returns the hash that RFC 5929 defines for tls-server-end-point: that of the signature
   * algorithm, but at least SHA-256.
   */
  private static byte[] hash(X509Certificate certificate) throws GeneralSecurityException {
    String algorithm = certificate.getSigAlgName().toUpperCase(Locale.ROOT);
    String digest = "SHA-256";
    if (algorithm.startsWith("SHA384")) {
      digest = "SHA-384";
    } else if (algorithm.startsWith("SHA512")) {
      digest = "SHA-512";
    }
    return MessageDigest.getInstance(digest).digest(certificate.getEncoded());
  }

  /** Returns a new TLS handler for one connection. */
  public SslHandler newHandler(ByteBufAllocator allocator) {
    return context.newHandler(allocator);
  }

  byte[] certificateHash() {
    return certificateHash;
  }
}
