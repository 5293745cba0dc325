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
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

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
  private final boolean asksClients;

  private TlsContext(SslContext context, byte[] certificateHash, boolean asksClients) {
    this.context = context;
    this.asksClients = asksClients;
    this.certificateHash = certificateHash;
  }

  /**
   * Reads a certificate and its key, and the certificates of the authorities of clients.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if either file cannot be read or is invalid
   */
  static TlsContext read(SecurityConfig.TlsFiles files) {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
              .applicationProtocolConfig(
                  new ApplicationProtocolConfig(
                      ApplicationProtocolConfig.Protocol.ALPN,
                      ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                      ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                      PROTOCOL));
      files.clientAuthorities().ifPresent(file -> builder.trustManager(file.toFile()));
      return new TlsContext(
          builder.build(), hash(first(files.certificate())), files.clientAuthorities().isPresent());
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "cannot read certificate and key for TLS: certificate=%s key=%s client-ca=%s cause=%s"
              .formatted(
                  files.certificate(),
                  files.key(),
                  files.clientAuthorities().map(Path::toString).orElse(""),
                  e.getMessage()),
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

  /**
   * Returns a new TLS handler that asks the client for a certificate, if the authorities of clients
   * are known. The client may have none; one of another authority fails the handshake.
   */
  public SslHandler newHandlerForCertificates(ByteBufAllocator allocator) {
    SslHandler handler = context.newHandler(allocator);
    if (asksClients) {
      handler.engine().setWantClientAuth(true);
    }
    return handler;
  }

  /** Returns whether the authorities of clients are known. */
  boolean asksClients() {
    return asksClients;
  }

  /**
   * Returns the certificate that a client has proved to have, signed by a known authority; null if
   * it has sent none, or none was asked for.
   */
  public static @Nullable X509Certificate clientCertificate(SslHandler handler) {
    try {
      return handler.engine().getSession().getPeerCertificates()[0]
              instanceof X509Certificate certificate
          ? certificate
          : null;
    } catch (SSLPeerUnverifiedException _) {
      return null;
    }
  }

  byte[] certificateHash() {
    return certificateHash;
  }
}
