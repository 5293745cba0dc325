package dev.colonnade.server.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Check of a key against its certificate, so that a server does not start to refuse everybody. */
final class CertificateKey {
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private CertificateKey() {}

  /**
   * Checks that a key is that of the first certificate of a file.
   *
   * @throws GeneralSecurityException if it is another one, or if a file has none
   */
  static void requireMatch(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    PublicKey publicKey;
    try (InputStream in = Files.newInputStream(certificate)) {
      publicKey = CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey();
    }
    if (publicKey.getAlgorithm().equals("RSASSA-PSS")) {
      return; // its parameters are a part of the key
    }
    Signature signature = Signature.getInstance(algorithm(publicKey));
    signature.initSign(read(key, publicKey.getAlgorithm()));
    byte[] text = {1, 2, 3};
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(text);
    if (!signature.verify(signed)) {
      throw new InvalidKeyException("the key is not that of the certificate");
    }
  }

  private static String algorithm(PublicKey publicKey) {
    return switch (publicKey.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> publicKey.getAlgorithm();
    };
  }

  private static PrivateKey read(Path file, String algorithm)
      throws IOException, GeneralSecurityException {
    Matcher pem = PEM.matcher(Files.readString(file, US_ASCII));
    if (!pem.find()) {
      throw new InvalidKeyException("no private key in PKCS #8 format");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }
}
