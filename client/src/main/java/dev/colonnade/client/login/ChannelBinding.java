package dev.colonnade.client.login;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Binds a proof to the connection over which it is sent: {@code tls-server-end-point} of RFC 5929,
 * the hash of the server's certificate.
 */
public final class ChannelBinding {
  private ChannelBinding() {}

  /** The hash of the certificate that the server has shown; of no bytes if it has no X.509. */
  public static byte[] of(SSLSession session)
      throws SSLPeerUnverifiedException, GeneralSecurityException {
    Certificate first = session.getPeerCertificates()[0];
    return first instanceof X509Certificate certificate ? hash(certificate) : new byte[0];
  }

  /** By the hash of its signature, but never a weak one. */
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
