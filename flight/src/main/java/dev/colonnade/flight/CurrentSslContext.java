package dev.colonnade.flight;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.auth.TlsContext;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * TLS context of gRPC whose new connections use the newest version of the server's certificate, and
 * request certificates of clients as the other ports do.
 */
@SuppressWarnings("deprecation") // of the negotiator, which gRPC uses
final class CurrentSslContext extends SslContext {
  /** ALPN protocol name of gRPC, which requires it. */
  static final String PROTOCOL = "h2";

  private final TlsContext tls;

  CurrentSslContext(TlsContext tls) {
    this.tls = requireNonNull(tls, "tls is null");
  }

  @Override
  public boolean isClient() {
    return false;
  }

  @Override
  public List<String> cipherSuites() {
    return tls.context().cipherSuites();
  }

  @Override
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return tls.context().applicationProtocolNegotiator();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator) {
    return tls.newEngine(allocator);
  }

  /** Returns an engine without a peer's name, which servers do not use. */
  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator, String peerHost, int peerPort) {
    return tls.newEngine(allocator);
  }

  @Override
  public SSLSessionContext sessionContext() {
    return tls.context().sessionContext();
  }
}
