package dev.colonnade.replication.raft;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.storage.cluster.PeerTls;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates of a member that are read again when their files change. Connections that are opened
 * afterwards use the new ones; open connections continue. Files that do not belong together, as
 * while they are being replaced, are not used: the previous ones remain.
 */
final class ReloadingCertificates {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadingCertificates.class);

  private final PeerTls files;

  /** State of the files that was read or refused last. Used by one thread at a time. */
  private List<String> seen;

  private volatile PeerCertificates current;
  private volatile PeerCertificates.Managers managers;

  private ReloadingCertificates(PeerTls files) {
    this.files = requireNonNull(files, "files is null");
    seen = state(files);
    current = PeerCertificates.read(files);
    managers = current.managers();
  }

  /**
   * Reads the files.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION as {@link PeerCertificates#read}
   */
  static ReloadingCertificates read(PeerTls files) {
    return new ReloadingCertificates(files);
  }

  /** Returns the certificates that are used at present. */
  PeerCertificates current() {
    return current;
  }

  /** Reads the files again if they have changed; logs why they are not used if they are wrong. */
  synchronized void reload() {
    List<String> found = state(files);
    if (found.equals(seen)) {
      return;
    }
    seen = found;
    try {
      PeerCertificates read = PeerCertificates.read(files);
      managers = read.managers();
      current = read;
      LOG.info("certificates were read again: certificate={}", files.certificate());
    } catch (ColonnadeException e) {
      LOG.error("certificates have changed and are not used; the previous ones remain", e);
    }
  }

  private static List<String> state(PeerTls files) {
    List<String> state = new ArrayList<>();
    for (Path file : List.of(files.certificate(), files.key(), files.authorities())) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        state.add(
            "%s %d %s"
                .formatted(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey()));
      } catch (IOException e) {
        state.add("unreadable");
      }
    }
    return state;
  }

  /** Returns the configuration of the peer port and of connections to other members. */
  GrpcTlsConfig forRatis() {
    GrpcTlsConfig.Builder builder = GrpcTlsConfig.newBuilder();
    builder.setKeyManager(new Keys());
    builder.setTrustManager(new Trust());
    builder.setMutualTls(true);
    builder.setSslProvider(SslProvider.JDK);
    return builder.build();
  }

  /** Key manager of the present certificates. */
  private final class Keys extends X509ExtendedKeyManager {
    private X509ExtendedKeyManager now() {
      return managers.keys();
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
      return now().getClientAliases(type, issuers);
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return now().chooseClientAlias(types, issuers, socket);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
        String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      return now().chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
      return now().getServerAliases(type, issuers);
    }

    @Override
    public @Nullable String chooseServerAlias(
        String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return now().chooseServerAlias(type, issuers, socket);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      return now().chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      return now().getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      return now().getPrivateKey(alias);
    }
  }

  /** Trust manager of the present authorities. */
  private final class Trust extends X509ExtendedTrustManager {
    private X509ExtendedTrustManager now() {
      return managers.trust();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      now().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      now().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      now().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      now().checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      now().checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      now().checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return now().getAcceptedIssuers();
    }
  }
}
