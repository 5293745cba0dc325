package dev.colonnade.sql.frontend;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.activity.StatementShape;
import dev.colonnade.sql.frontend.shape.ShapedText;
import dev.colonnade.sql.frontend.text.StatementText;
import org.jspecify.annotations.Nullable;

/**
 * Statement of data in a text. Immutable; any number of sessions may use it.
 *
 * <p>A text of a known shape is parsed only if it has to be planned.
 */
public final class DataText {
  private final @Nullable StatementText parsed;
  private final @Nullable ShapedText shaped;

  private DataText(@Nullable StatementText parsed, @Nullable ShapedText shaped) {
    this.parsed = parsed;
    this.shaped = shaped;
  }

  /** Returns a parsed statement; {@code shaped} is null if it shares its plan with no other. */
  public static DataText of(StatementText parsed, @Nullable ShapedText shaped) {
    return new DataText(requireNonNull(parsed, "parsed is null"), shaped);
  }

  /** Returns a statement of a known shape. */
  static DataText of(ShapedText shaped) {
    return new DataText(null, requireNonNull(shaped, "shaped is null"));
  }

  /** Returns the text of the statement alone. */
  public String text() {
    return parsed == null ? shape().text() : parsed.text();
  }

  /** Returns the whole text that the statement is part of. */
  public String whole() {
    return parsed == null ? shape().whole() : parsed.whole();
  }

  /** Returns the length of {@link #text}. */
  int length() {
    return parsed == null ? shape().length() : parsed.end() - parsed.start();
  }

  /** Returns the shape for statistics, which is computed if it is not known. */
  public StatementShape measured() {
    return shaped == null ? parsed().shape() : shaped.measured();
  }

  /** Returns the offset of the statement in the whole text, from 0. */
  public int start() {
    return parsed == null ? shape().start() : parsed.start();
  }

  /** Returns the name in the command tag. */
  public String command() {
    return parsed == null ? shape().command() : parsed.command();
  }

  /** Returns the value of AS OF SYSTEM TIME; null if there is none. */
  public @Nullable String systemTime() {
    return parsed == null ? null : parsed.systemTime();
  }

  /** Returns the parsed statement, which may be parsed now. */
  public StatementText parsed() {
    return parsed == null ? StatementText.parse(shape().whole()).getFirst() : parsed;
  }

  /** Returns the text with its shape; null if it shares its plan with no other. */
  @Nullable ShapedText shaped() {
    return shaped;
  }

  private ShapedText shape() {
    return requireNonNull(shaped, "shaped is null");
  }
}
