package dev.colonnade.sql.definition.privilege;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * SCRAM-SHA-256 password verifiers (RFC 5802, RFC 7677) in PostgreSQL's format: {@code
 * SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey}.
 */
final class ScramVerifiers {
  static final int ITERATIONS = 4096;
  private static final int SALT_BYTES = 16;
  private static final int KEY_BITS = 256;
  private static final String MAC = "HmacSHA256";
  private static final String PREFIX = "SCRAM-SHA-256$";

  private ScramVerifiers() {}

  /**
   * Returns the verifier of a password; a text that is a verifier already is returned unchanged.
   */
  static String verifier(String password, SecureRandom random) {
    if (password.matches(
        "SCRAM-SHA-256\\$\\d+:[A-Za-z0-9+/=]+\\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+")) {
      return password;
    }
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return verifier(password, salt, ITERATIONS);
  }

  static String verifier(String password, byte[] salt, int iterations) {
    try {
      char[] prepared = Normalizer.normalize(password, Normalizer.Form.NFKC).toCharArray();
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
              .generateSecret(new PBEKeySpec(prepared, salt, iterations, KEY_BITS))
              .getEncoded();
      byte[] stored = MessageDigest.getInstance("SHA-256").digest(mac(salted, "Client Key"));
      Base64.Encoder base64 = Base64.getEncoder();
      return PREFIX
          + iterations
          + ":"
          + base64.encodeToString(salt)
          + "$"
          + base64.encodeToString(stored)
          + ":"
          + base64.encodeToString(mac(salted, "Server Key"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the platform has no SHA-256", e);
    }
  }

  private static byte[] mac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(MAC);
    mac.init(new SecretKeySpec(key, MAC));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
