package dev.colonnade.sql.function.library.text.regex;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptibleText;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Compiled regular expression. Used by one thread. */
public final class CompiledRegex {
  /** Maximum length of a pattern, which bounds the time of its compilation. */
  private static final int PATTERN_LENGTH_MAX = 1 << 20;

  /**
   * Length of a pattern up to which it may be a plain text that the JDK searches by the method of
   * Boyer and Moore, whose preparation takes quadratic time. Before longer ones stands an empty
   * group.
   */
  private static final int SEARCHED_LENGTH_MAX = 500;

  private final RegexTranslator.Translation translation;
  private final Pattern java;
  private final Pattern javaOfAscii;
  private @Nullable RegexStep steps;

  private CompiledRegex(
      RegexTranslator.Translation translation, Pattern java, Pattern javaOfAscii) {
    this.translation = requireNonNull(translation, "translation is null");
    this.java = requireNonNull(java, "java is null");
    this.javaOfAscii = requireNonNull(javaOfAscii, "javaOfAscii is null");
  }

  static CompiledRegex of(String pattern, String flags) {
    if (pattern.length() > PATTERN_LENGTH_MAX) {
      throw RegexOptions.error("regular expression is too complex");
    }
    RegexTranslator.Translation translation =
        RegexTranslator.translation(pattern, RegexOptions.of(flags));
    if (pattern.length() > SEARCHED_LENGTH_MAX) {
      Interruption.check();
    }
    try {
      String java = translation.java();
      String ofAscii = translation.javaOfAscii();
      Pattern compiled = compiled(java, translation.flags());
      boolean isSame = ofAscii.equals(java);
      return new CompiledRegex(
          translation, compiled, isSame ? compiled : compiled(ofAscii, translation.flags()));
    } catch (PatternSyntaxException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_REGULAR_EXPRESSION,
          "invalid regular expression: " + e.getDescription(),
          e);
    }
  }

  /** Returns whether the pattern refers to groups; then Java may find matches that are none. */
  public boolean hasReferences() {
    return translation.hasReferences();
  }

  private static Pattern compiled(String java, int flags) {
    return Pattern.compile(java.length() > SEARCHED_LENGTH_MAX ? "(?:)" + java : java, flags);
  }

  /** Returns Java's matcher, which finds whether and where there is a match. */
  public Matcher search(String text) {
    boolean isSame = java == javaOfAscii;
    return (isSame || !isAscii(text) ? java : javaOfAscii).matcher(new InterruptibleText(text));
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7f) {
        return false;
      }
    }
    return true;
  }

  boolean isAnyCase() {
    return translation.isAnyCase();
  }

  int groupCount() {
    return translation.groups().size();
  }

  /**
   * Returns whether Java's match is PostgreSQL's.
   *
   * @param isAtEnd whether it ends with the text
   */
  boolean isJavaMatch(boolean isAtEnd) {
    return translation.isJavaMatch() || (isAtEnd && translation.isJavaMatchAtEnd());
  }

  /** Returns the steps of the expression, with groups or without. */
  RegexStep steps() {
    if (steps == null) {
      steps =
          new RegexStepBuilder(translation.groups(), translation.flags()).build(translation.tree());
    }
    return steps;
  }
}
