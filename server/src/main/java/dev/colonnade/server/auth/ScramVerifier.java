package dev.colonnade.server.auth;

import com.ongres.scram.common.ScramMechanism;
import dev.colonnade.client.login.SaslPrep;
import dev.colonnade.client.login.ScramKeys;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SCRAM-SHA-256 verifier of a password: sufficient to verify a client's proof, not sufficient to
 * log in. Its text form is that of PostgreSQL's {@code pg_authid.rolpassword}: {@code
 * SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey}.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
record ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
  static final int ITERATIONS_DEFAULT = 4096;
  static final int SALT_BYTES = 16;
  static final int KEY_BYTES = 32;
  static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;

  private static final int ITERATIONS_MAX = 1_000_000;
  private static final Pattern FORM =
      Pattern.compile(
          "SCRAM-SHA-256\\$(\\d{1,7}):([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]{44}):([A-Za-z0-9+/=]{44})");

  /** Returns the verifier of a password. */
  static ScramVerifier of(String password, byte[] salt) {
    ScramKeys keys = ScramKeys.of(SaslPrep.prepared(password), salt, ITERATIONS_DEFAULT);
    return new ScramVerifier(ITERATIONS_DEFAULT, salt, keys.storedKey(), keys.serverKey());
  }

  /** Returns whether this is the verifier of a password, in a time that does not depend on it. */
  boolean matches(String password) {
    ScramKeys keys = ScramKeys.of(SaslPrep.prepared(password), salt, iterations);
    return MessageDigest.isEqual(keys.storedKey(), storedKey);
  }

  /** Parses the text form of a verifier; returns null if the text is not one. */
  static @Nullable ScramVerifier parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    int iterations = Integer.parseInt(matcher.group(1));
    if (iterations < 1 || iterations > ITERATIONS_MAX) {
      return null;
    }
    try {
      Base64.Decoder decoder = Base64.getDecoder();
      return new ScramVerifier(
          iterations,
          decoder.decode(matcher.group(2)),
          decoder.decode(matcher.group(3)),
          decoder.decode(matcher.group(4)));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns the text form, which {@link #parse} reads. */
  String text() {
    Base64.Encoder encoder = Base64.getEncoder();
    return "SCRAM-SHA-256$%d:%s$%s:%s"
        .formatted(
            iterations,
            encoder.encodeToString(salt),
            encoder.encodeToString(storedKey),
            encoder.encodeToString(serverKey));
  }
}
