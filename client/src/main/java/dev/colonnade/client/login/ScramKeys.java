package dev.colonnade.client.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** SCRAM-SHA-256 keys that are derived from a password (RFC 5802, section 3). */
public final class ScramKeys {
  private static final String MAC = "HmacSHA256";
  private static final int KEY_BITS = 256;

  private final byte[] clientKey;
  private final byte[] serverKey;

  private ScramKeys(byte[] clientKey, byte[] serverKey) {
    this.clientKey = clientKey;
    this.serverKey = serverKey;
  }

  /**
   * Derives the keys. The run time is proportional to the number of iterations.
   *
   * @param password normalized password
   */
  public static ScramKeys of(String password, byte[] salt, int iterations) {
    PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BITS);
    try {
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      return new ScramKeys(mac(salted, "Client Key"), mac(salted, "Server Key"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the platform has no PBKDF2 with SHA-256", e);
    } finally {
      spec.clearPassword();
    }
  }

  /** Returns the stored key, with which a server verifies client proofs. */
  public byte[] storedKey() {
    return sha256(clientKey);
  }

  /** Returns the server key, with which a server proves that it knows the password. */
  public byte[] serverKey() {
    return serverKey.clone();
  }

  /** Returns the client proof, which proves that the client knows the password. */
  byte[] clientProof(String signed) {
    byte[] signature = mac(storedKey(), signed);
    byte[] proof = new byte[signature.length];
    for (int i = 0; i < proof.length; i++) {
      proof[i] = (byte) (clientKey[i] ^ signature[i]);
    }
    return proof;
  }

  /** Returns the server signature, which proves that the server knows the password. */
  byte[] serverSignature(String signed) {
    return mac(serverKey, signed);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the platform has no SHA-256", e);
    }
  }

  private static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the platform has no HMAC with SHA-256", e);
    }
  }
}
