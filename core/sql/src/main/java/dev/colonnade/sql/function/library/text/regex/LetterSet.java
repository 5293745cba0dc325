package dev.colonnade.sql.function.library.text.regex;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Set of letters that an atom of a regular expression matches. Used by one thread: it notes which
 * letters of ASCII it has tested.
 */
final class LetterSet {
  private final String java;
  private final int flags;
  private final byte[] ascii = new byte[128];
  private @Nullable Matcher matcher;

  /** The only letter, but for its case; -1 if there may be several. */
  private final int literal;

  /**
   * Creates a set.
   *
   * @param literal the only letter, but for its case; -1 if there may be several
   * @param java the atom in Java's syntax
   * @param flags flags of {@link Pattern}
   */
  LetterSet(int literal, String java, int flags) {
    this.literal = literal;
    this.java = requireNonNull(java, "java is null");
    this.flags = flags;
  }

  /** Returns whether this set has no letter of another, as far as it is known. */
  boolean isDisjoint(LetterSet other) {
    return other.literal >= 0 && !contains(other.literal);
  }

  boolean contains(int letter) {
    if (letter >= ascii.length) {
      return matches(letter);
    }
    if (ascii[letter] == 0) {
      ascii[letter] = (byte) (matches(letter) ? 1 : -1);
    }
    return ascii[letter] > 0;
  }

  private boolean matches(int letter) {
    if (matcher == null) {
      matcher = Pattern.compile(java, flags).matcher("");
    }
    return matcher.reset(Character.toString(letter)).matches();
  }
}
