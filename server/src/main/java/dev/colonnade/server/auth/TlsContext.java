package dev.colonnade.server.auth;

import dev.colonnade.clock.NanoTicker;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS context: certificate and key of the server, and the certificates of the authorities of
 * clients. Their files are read again when they have changed, which is checked once a second,
 * before the next connection; open connections continue. Files that are invalid, or do not belong
 * together, as while they are being replaced, are not used: the previous ones remain. Thread-safe.
 */
public final class TlsContext {
  private static final Logger LOG = LoggerFactory.getLogger(TlsContext.class);

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

  /** Time between two looks at the files, which may be on another machine. */
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SecurityConfig.TlsFiles files;
  private final String protocol;
  private final NanoTicker ticker;
  private final AtomicLong checkedNanos;
  private volatile Version version;

  /** Context of a version of the files, and their state when it was read. */
  private record Version(SslContext context, List<String> state) {}

  private TlsContext(
      SecurityConfig.TlsFiles files, String protocol, Version version, NanoTicker ticker) {
    this.files = files;
    this.protocol = protocol;
    this.ticker = ticker;
    this.checkedNanos = new AtomicLong(ticker.nanos());
    this.version = version;
  }

  /**
   * Reads a certificate and its key, and the certificates of the authorities of clients.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if one of the files cannot be read or is
   *     invalid, or if the key is not that of the certificate
   */
  static TlsContext read(SecurityConfig.TlsFiles files, NanoTicker ticker) {
    return read(files, PROTOCOL, ticker);
  }

  private static TlsContext read(
      SecurityConfig.TlsFiles files, String protocol, NanoTicker ticker) {
    List<String> state = stateOf(files);
    return new TlsContext(files, protocol, new Version(contextOf(files, protocol), state), ticker);
  }

  /**
   * Returns a context of the same files whose clients negotiate another ALPN protocol.
   *
   * @throws ColonnadeException as {@link #read} does
   */
  public TlsContext withProtocol(String name) {
    return read(files, name, ticker);
  }

  private static SslContext contextOf(SecurityConfig.TlsFiles files, String protocol) {
    try {
      CertificateKey.requireMatch(files.certificate(), files.key());
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
                      protocol));
      files.clientAuthorities().ifPresent(file -> builder.trustManager(file.toFile()));
      return builder.build();
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

  /** Returns the context of the newest valid version of the files. */
  public SslContext context() {
    long checked = checkedNanos.get();
    long now = ticker.nanos();
    if (now - checked < CHECK_NANOS || !checkedNanos.compareAndSet(checked, now)) {
      return version.context();
    }
    List<String> state = stateOf(files);
    return version.state().equals(state) ? version.context() : reloaded(state);
  }

  private synchronized SslContext reloaded(List<String> state) {
    Version known = version;
    if (known.state().equals(state)) {
      return known.context();
    }
    SslContext context = known.context();
    try {
      context = contextOf(files, protocol);
      LOG.info("certificate and key were read again: certificate={}", files.certificate());
    } catch (ColonnadeException e) {
      LOG.error("certificate and key have changed and are not used: {}", e.getMessage());
    }
    version = new Version(context, state);
    return context;
  }

  private static List<String> stateOf(SecurityConfig.TlsFiles files) {
    List<String> state = new ArrayList<>();
    state.add(stateOf(files.certificate()));
    state.add(stateOf(files.key()));
    files.clientAuthorities().ifPresent(file -> state.add(stateOf(file)));
    return state;
  }

  private static String stateOf(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
    } catch (IOException e) {
      return "unreadable";
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

  /**
   * Returns a new TLS handler for one connection, which asks the client for a certificate, if the
   * authorities of clients are known. The client may have none; one of another authority fails the
   * handshake.
   */
  public SslHandler newHandler(ByteBufAllocator allocator) {
    SslHandler handler = context().newHandler(allocator);
    askClient(handler.engine());
    return handler;
  }

  /** Returns the engine of a handler as {@link #newHandler} does. */
  public SSLEngine newEngine(ByteBufAllocator allocator) {
    SSLEngine engine = context().newEngine(allocator);
    askClient(engine);
    return engine;
  }

  private void askClient(SSLEngine engine) {
    if (asksClients()) {
      engine.setWantClientAuth(true);
    }
  }

  /** Returns whether the authorities of clients are known. */
  boolean asksClients() {
    return files.clientAuthorities().isPresent();
  }

  /**
   * Returns the certificate that a client has proved to have, signed by a known authority; null if
   * it has sent none, or none was asked for.
   */
  public static @Nullable X509Certificate clientCertificate(SSLSession session) {
    try {
      return session.getPeerCertificates()[0] instanceof X509Certificate certificate
          ? certificate
          : null;
    } catch (SSLPeerUnverifiedException _) {
      return null;
    }
  }

  /** Returns the user that a certificate is of, its first common name; null if it has none. */
  public static @Nullable String userOf(X509Certificate certificate) {
    return ClientCertificate.commonName(certificate);
  }

  /**
   * Returns the hash of the server's certificate on a connection, for channel binding; null if the
   * certificate is not known.
   */
  static byte @Nullable [] certificateHash(SslHandler handler) {
    Certificate[] chain = handler.engine().getSession().getLocalCertificates();
    try {
      return chain != null && chain.length > 0 && chain[0] instanceof X509Certificate certificate
          ? hash(certificate)
          : null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("certificate cannot be hashed", e);
    }
  }
}
