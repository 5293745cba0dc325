package dev.colonnade.server.pg.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ongres.scram.common.ScramFunctions;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The users that may log in, and how their passwords are checked.
 *
 * <p>A file of users is that of PgBouncer: {@code "name" "password"} on a line, where the password
 * may be a verifier as PostgreSQL keeps it, and should. Lines that begin with {@code ;} or {@code
 * #} are comments.
 */
public final class Users {
  /** The roles of a fresh store. */
  public static final Set<String> BUILT_IN = Set.of("colonnade", "postgres");

  private static final Pattern LINE =
      Pattern.compile("\\s*\"((?:[^\"]|\"\")+)\"\\s+\"((?:[^\"]|\"\")*)\"\\s*");
  private static final int SECRET_BYTES = 32;

  private final Map<String, Verifier> verifiers;

  /** What the salts of users that there are not are made of: the same one for each name. */
  private final byte[] secret;

  private Users(Map<String, Verifier> verifiers, byte[] secret) {
    this.verifiers = Map.copyOf(verifiers);
    this.secret = secret;
  }

  /** The built-in users only, none of them with a password. */
  public static Users builtIn(RandomGenerator random) {
    return new Users(Map.of(), bytes(random, SECRET_BYTES));
  }

  /**
   * The built-in users, and those of a file.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if the file cannot be read or a line is no
   *     user
   */
  public static Users read(Path file, RandomGenerator random) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, UTF_8);
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION, "cannot read the file of users: file=" + file, e);
    }
    Map<String, Verifier> verifiers = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith(";") || line.startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION,
            "a line of the file of users is not \"name\" \"password\": file=%s line=%d"
                .formatted(file, i + 1));
      }
      verifiers.put(unquoted(matcher.group(1)), verifier(unquoted(matcher.group(2)), random));
    }
    return new Users(verifiers, bytes(random, SECRET_BYTES));
  }

  private static String unquoted(String text) {
    return text.replace("\"\"", "\"");
  }

  private static Verifier verifier(String password, RandomGenerator random) {
    Verifier kept = Verifier.parse(password);
    return kept == null ? Verifier.of(password, bytes(random, Verifier.SALT_BYTES)) : kept;
  }

  private static byte[] bytes(RandomGenerator random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Whether there is a user of this name, with or without a password. */
  public boolean exists(String name) {
    return BUILT_IN.contains(name) || verifiers.containsKey(name);
  }

  /** Null if there is no such user, or it has no password. */
  @Nullable Verifier find(String name) {
    return verifiers.get(name);
  }

  /**
   * What a user is asked with that has no password: no password answers it, and nobody can tell it
   * from one that has.
   */
  Verifier pretended(String name) {
    byte[] hash = ScramFunctions.hmac(Verifier.MECHANISM, secret, name.getBytes(UTF_8));
    return new Verifier(
        Verifier.ITERATIONS_DEFAULT,
        Arrays.copyOf(hash, Verifier.SALT_BYTES),
        new byte[Verifier.KEY_BYTES],
        new byte[Verifier.KEY_BYTES]);
  }
}
