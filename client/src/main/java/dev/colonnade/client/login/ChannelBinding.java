package dev.colonnade.client.login;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Channel binding of an authentication to its connection: {@code tls-server-end-point} of RFC 5929,
 * the hash of the server's certificate.
 */
public final class ChannelBinding {
  private ChannelBinding() {}

  /**
   * Returns the hash of the server's certificate; an empty array if it is not an X.509 certificate.
   */
  public static byte[] of(SSLSession session)
      throws SSLPeerUnverifiedException, GeneralSecurityException {
    Certificate first = session.getPeerCertificates()[0];
    return first instanceof X509Certificate certificate ? hash(certificate) : new byte[0];
  }

  /** Hashes with the hash function of the certificate's signature, but never with a weak one. */
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
}
