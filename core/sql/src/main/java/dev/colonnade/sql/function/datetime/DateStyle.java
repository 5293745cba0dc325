package dev.colonnade.sql.function.datetime;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Value of the setting {@code DateStyle}: form of output and order of ambiguous input. */
public record DateStyle(Form form, DateOrder order) {
  /** Initial value of the setting. */
  public static final DateStyle DEFAULT = new DateStyle(Form.ISO, DateOrder.MDY);

  /** Form of dates and timestamps in output. */
  public enum Form {
    ISO("ISO"),
    SQL("SQL"),
    POSTGRES("Postgres"),
    GERMAN("German"),
    /** ISO 8601 with the letter T, as in JSON. */
    XSD("ISO");

    private final String shown;

    Form(String shown) {
      this.shown = shown;
    }
  }

  /** Style of values in JSON. */
  public static final DateStyle JSON = new DateStyle(Form.XSD, DateOrder.MDY);

  public DateStyle {
    requireNonNull(form, "form is null");
    requireNonNull(order, "order is null");
  }

  /** Returns the style of a value of the setting that is known to be valid. */
  public static DateStyle of(String value) {
    if (value.equals("ISO, MDY")) {
      return DEFAULT;
    }
    DateStyle style = DEFAULT.changed(value);
    return style == null ? DEFAULT : style;
  }

  /**
   * Returns this style with the changes that a new value of the setting states; null if the value
   * states two forms or two orders.
   *
   * @throws IllegalArgumentException with the unknown key word as message
   */
  public @Nullable DateStyle changed(String value) {
    Form newForm = null;
    DateOrder newOrder = null;
    DateOrder implied = null;
    for (String part : value.split(",", -1)) {
      String word = part.strip().toLowerCase(Locale.ROOT);
      Form partForm = formOf(word);
      DateOrder partOrder = orderOf(word);
      if (word.equals("default")) {
        partForm = newForm == null ? DEFAULT.form : null;
        partOrder = newOrder == null ? DEFAULT.order : null;
      } else if (partForm == null && partOrder == null) {
        throw new IllegalArgumentException(part.strip());
      }
      if ((partForm != null && newForm != null && partForm != newForm)
          || (partOrder != null && newOrder != null && partOrder != newOrder)) {
        return null;
      }
      newForm = partForm == null ? newForm : partForm;
      newOrder = partOrder == null ? newOrder : partOrder;
      implied = partForm == Form.GERMAN ? DateOrder.DMY : implied;
    }
    DateOrder otherwise = implied == null ? order : implied;
    return new DateStyle(newForm == null ? form : newForm, newOrder == null ? otherwise : newOrder);
  }

  private static @Nullable Form formOf(String word) {
    if (word.startsWith("postgres")) {
      return Form.POSTGRES;
    }
    return switch (word) {
      case "iso" -> Form.ISO;
      case "sql" -> Form.SQL;
      case "german" -> Form.GERMAN;
      default -> null;
    };
  }

  private static @Nullable DateOrder orderOf(String word) {
    if (word.startsWith("euro")) {
      return DateOrder.DMY;
    }
    if (word.startsWith("noneuro")) {
      return DateOrder.MDY;
    }
    return switch (word) {
      case "ymd" -> DateOrder.YMD;
      case "dmy" -> DateOrder.DMY;
      case "mdy", "us" -> DateOrder.MDY;
      default -> null;
    };
  }

  /** Returns the canonical value of the setting. */
  @Override
  public String toString() {
    return form.shown + ", " + order;
  }
}
