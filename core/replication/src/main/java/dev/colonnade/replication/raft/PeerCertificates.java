package dev.colonnade.replication.raft;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.PeerTls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Certificate of a member, its key, and the certificates of the authorities of the cluster. They
 * are checked when they are read, so that a member does not start with files that its peers refuse.
 */
final class PeerCertificates {
  private static final char[] NO_PASSWORD = {};

  private final PrivateKey key;
  private final List<X509Certificate> chain;
  private final List<X509Certificate> authorities;

  private PeerCertificates(
      PrivateKey key, List<X509Certificate> chain, List<X509Certificate> authorities) {
    this.key = key;
    this.chain = chain;
    this.authorities = authorities;
  }

  /**
   * Reads the files.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if a file cannot be read, the key is not that
   *     of the certificate, or no authority has issued the certificate
   */
  static PeerCertificates read(PeerTls files) {
    List<X509Certificate> chain = certificates(files.certificate());
    List<X509Certificate> authorities = certificates(files.authorities());
    PublicKey publicKey = chain.getFirst().getPublicKey();
    PrivateKey key = key(files.key(), publicKey.getAlgorithm());
    try {
      if (!belongs(key, publicKey)) {
        throw invalid("key is not that of the certificate", files.key(), "different public key");
      }
      requireIssued(chain, authorities);
    } catch (GeneralSecurityException e) {
      throw invalid(
          "certificate was not issued by an authority of the cluster, or is not valid now",
          files.certificate(),
          e.toString());
    }
    return new PeerCertificates(key, chain, authorities);
  }

  private static List<X509Certificate> certificates(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw invalid("file has no certificate", file, "empty");
      }
      return found;
    } catch (IOException | GeneralSecurityException e) {
      throw invalid("certificate cannot be read", file, e.toString());
    }
  }

  private static PrivateKey key(Path file, String algorithm) {
    try {
      String text =
          Files.readString(file)
              .lines()
              .filter(line -> !line.startsWith("-----"))
              .collect(Collectors.joining());
      return KeyFactory.getInstance(algorithm)
          .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text.strip())));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw invalid(
          "key (PEM, PKCS 8, without a password, of the algorithm of the certificate) cannot be"
              + " read",
          file,
          e.toString());
    }
  }

  private static boolean belongs(PrivateKey key, PublicKey publicKey)
      throws GeneralSecurityException {
    String algorithm =
        switch (publicKey.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> publicKey.getAlgorithm();
        };
    byte[] text = {1, 2, 3};
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(text);
    return signature.verify(signed);
  }

  private static void requireIssued(List<X509Certificate> chain, List<X509Certificate> authorities)
      throws GeneralSecurityException {
    PKIXParameters parameters =
        new PKIXParameters(
            authorities.stream()
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet()));
    parameters.setRevocationEnabled(false);
    List<X509Certificate> below =
        chain.stream().filter(certificate -> !authorities.contains(certificate)).toList();
    CertPathValidator.getInstance("PKIX")
        .validate(CertificateFactory.getInstance("X.509").generateCertPath(below), parameters);
  }

  /** Key manager and trust manager of connections between members. */
  record Managers(X509ExtendedKeyManager keys, X509ExtendedTrustManager trust) {}

  /** Returns the managers of these certificates. */
  Managers managers() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("member", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, NO_PASSWORD);
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, NO_PASSWORD);
      for (int i = 0; i < authorities.size(); i++) {
        trusted.setCertificateEntry("authority" + i, authorities.get(i));
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      return new Managers(
          (X509ExtendedKeyManager) keys.getKeyManagers()[0],
          (X509ExtendedTrustManager) trust.getTrustManagers()[0]);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("certificates that were read cannot be used", e);
    }
  }

  /** Returns a context for sockets. */
  SSLContext context() throws GeneralSecurityException {
    Managers managers = managers();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {managers.keys()}, new TrustManager[] {managers.trust()}, null);
    return context;
  }

  private static ColonnadeException invalid(String problem, Path file, String cause) {
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION,
        "TLS between members: %s: file=%s cause=%s".formatted(problem, file, cause));
  }
}
