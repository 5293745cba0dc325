package dev.colonnade.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.ongres.scram.common.ScramFunctions;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Users that may log in, with their password verifiers: the roles of the catalog, and the users of
 * a file. The file's password takes precedence over that of a role of the same name.
 *
 * <p>The file has PgBouncer's format: {@code "name" "password"} on a line, where the password may
 * be a verifier in PostgreSQL's form, and should be. Lines that begin with {@code ;} or {@code #}
 * are comments.
 */
final class Users {
  private static final Pattern LINE =
      Pattern.compile("\\s*\"((?:[^\"]|\"\")+)\"\\s+\"((?:[^\"]|\"\")*)\"\\s*");
  private static final int SECRET_BYTES = 32;

  private final Map<String, ScramVerifier> verifiers;

  /** Secret from which the salts of unknown users are derived, so that each name has one salt. */
  private final byte[] secret;

  private final RoleLookup roles;
  private final PhysicalClock clock = PhysicalClock.system();

  private Users(Map<String, ScramVerifier> verifiers, RoleLookup roles, byte[] secret) {
    this.verifiers = Map.copyOf(verifiers);
    this.roles = requireNonNull(roles, "roles is null");
    this.secret = secret;
  }

  /**
   * Returns the users of the catalog's roles, and of the file if there is one.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if the file cannot be read or a line of it is
   *     invalid
   */
  static Users open(Optional<Path> file, RoleLookup roles, RandomGenerator random) {
    Map<String, ScramVerifier> verifiers =
        file.map(present -> read(present, random)).orElse(Map.of());
    return new Users(verifiers, roles, bytes(random, SECRET_BYTES));
  }

  private static Map<String, ScramVerifier> read(Path file, RandomGenerator random) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, UTF_8);
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION, "cannot read the users file: file=" + file, e);
    }
    Map<String, ScramVerifier> verifiers = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith(";") || line.startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION,
            "expected \"name\" \"password\" in the users file: file=%s line=%d"
                .formatted(file, i + 1));
      }
      verifiers.put(unquoted(matcher.group(1)), verifier(unquoted(matcher.group(2)), random));
    }
    return verifiers;
  }

  private static String unquoted(String text) {
    return text.replace("\"\"", "\"");
  }

  private static ScramVerifier verifier(String password, RandomGenerator random) {
    ScramVerifier parsed = ScramVerifier.parse(password);
    return parsed == null
        ? ScramVerifier.of(password, bytes(random, ScramVerifier.SALT_BYTES))
        : parsed;
  }

  private static byte[] bytes(RandomGenerator random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * Throws if there is no such user, or the user may not log in.
   *
   * @throws ColonnadeException INVALID_AUTHORIZATION
   */
  void require(String name) {
    RoleEntry role = roles.find(name);
    if (role == null ? !verifiers.containsKey(name) : !role.canLogin()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION,
          (role == null ? "role \"%s\" does not exist" : "role \"%s\" is not permitted to log in")
              .formatted(name));
    }
  }

  /** Returns whether the validity of a role's password has ended (VALID UNTIL). */
  private boolean isExpired(RoleEntry role) {
    Long end = role.options().validUntilMicros();
    return end != null && end <= clock.epochNanos() / 1000;
  }

  /** Returns a user's verifier; null if there is no such user, or the user has no password. */
  @Nullable ScramVerifier find(String name) {
    RoleEntry role = roles.find(name);
    if (role != null && isExpired(role)) {
      return null; // as a role without a password
    }
    ScramVerifier listed = verifiers.get(name);
    if (listed != null) {
      return listed;
    }
    String text = role == null ? null : role.verifier();
    return text == null ? null : ScramVerifier.parse(text);
  }

  /**
   * Returns the decoy verifier of an unknown user or of one without a password. No password matches
   * it, and a client cannot distinguish it from a real verifier.
   */
  ScramVerifier decoy(String name) {
    byte[] hash = ScramFunctions.hmac(ScramVerifier.MECHANISM, secret, name.getBytes(UTF_8));
    return new ScramVerifier(
        ScramVerifier.ITERATIONS_DEFAULT,
        Arrays.copyOf(hash, ScramVerifier.SALT_BYTES),
        new byte[ScramVerifier.KEY_BYTES],
        new byte[ScramVerifier.KEY_BYTES]);
  }
}
