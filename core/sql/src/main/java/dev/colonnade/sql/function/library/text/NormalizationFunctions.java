package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/** Functions of Unicode's normal forms. */
public final class NormalizationFunctions {

  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of("normalize(text, text) text", "is_normalized(text, text) bool = isNormalized");

  private NormalizationFunctions() {}

  /** Returns a text in a normal form; INVALID_ARGUMENT for an unknown one. */
  public static String normalize(String value, String form) {
    Interruption.check();
    String normal = Normalizer.normalize(value, formOf(form));
    BoundedText.requireLength(normal.length());
    return normal;
  }

  /** Returns whether a text is in a normal form; INVALID_ARGUMENT for an unknown one. */
  public static boolean isNormalized(String value, String form) {
    Interruption.check();
    return Normalizer.isNormalized(value, formOf(form));
  }

  private static Normalizer.Form formOf(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "NFC" -> Normalizer.Form.NFC;
      case "NFD" -> Normalizer.Form.NFD;
      case "NFKC" -> Normalizer.Form.NFKC;
      case "NFKD" -> Normalizer.Form.NFKD;
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT, "invalid normalization form: " + name);
    };
  }
}
