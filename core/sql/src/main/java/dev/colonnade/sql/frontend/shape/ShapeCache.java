package dev.colonnade.sql.frontend.shape;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.sql.frontend.text.StatementShapes;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.syntax.query.DataStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shapes of the texts that have been parsed. Thread-safe. */
public final class ShapeCache {
  /** Maximum number of shapes. */
  public static final int SHAPES_MAX = 1_000;

  /** Maximum length of a text with a shape, in characters. */
  static final int TEXT_LENGTH_MAX = 1024 * 1024;

  private final Cache<String, Shape> shapes = Caffeine.newBuilder().maximumSize(SHAPES_MAX).build();

  /** Returns a text of a known shape, without parsing it; null if it has to be parsed. */
  public @Nullable ShapedText find(String text) {
    ShapeScan scan = scan(text);
    if (scan == null) {
      return null;
    }
    String key = scan.key();
    Shape shape = shapes.getIfPresent(key);
    return shape == null || !shape.isShared() ? null : new ShapedText(scan, key, shape);
  }

  /**
   * Adds the shape of a parsed text.
   *
   * @param parsed only statement of the text
   * @return the text with its shape; null if its plan is not shared with other texts
   */
  public @Nullable ShapedText add(StatementText parsed) {
    DataStatement data = parsed.data();
    if (data == null || parsed.explainOptions() != null || parsed.systemTime() != null) {
      return null;
    }
    ShapeScan scan = scan(parsed.whole());
    if (scan == null) {
      return null;
    }
    String key = scan.key();
    Shape known = shapes.getIfPresent(key);
    Shape shape = known == null ? shape(scan, parsed.command(), data) : known;
    shapes.put(key, shape);
    return shape.isShared() ? new ShapedText(scan, key, shape) : null;
  }

  /**
   * Returns the scan of a text; null if it has no shape: a long text, one with JDBC's parameters.
   */
  private static @Nullable ShapeScan scan(String text) {
    return text.length() <= TEXT_LENGTH_MAX && text.indexOf('?') < 0
        ? ShapeScan.of(Lexer.read(text))
        : null;
  }

  /** Records that the plans of a shape depend on its literals. */
  public void refuse(ShapedText text) {
    shapes.put(text.key(), Shape.UNSHARED);
  }

  /** Returns whether {@link #refuse} was called for the shape of a text. */
  public boolean isRefused(ShapedText text) {
    Shape shape = shapes.getIfPresent(text.key());
    return shape != null && !shape.isShared();
  }

  private static Shape shape(ShapeScan scan, String command, DataStatement data) {
    LiteralChoice choice = LiteralChoice.of(data);
    Set<Integer> positions = choice.positions();
    Map<Integer, Integer> slotAt = new HashMap<>();
    Tokens tokens = scan.tokens();
    List<Shape.Slot> slots = new ArrayList<>();
    for (int i = 0; i < scan.count(); i++) {
      int token = scan.token(i);
      if (positions.contains(tokens.start(token))) {
        slotAt.put(tokens.start(token), slots.size());
        slots.add(new Shape.Slot(i, false));
      } else if (isSigned(tokens, token) && positions.contains(tokens.start(token - 1))) {
        slotAt.put(tokens.start(token - 1), slots.size());
        slots.add(new Shape.Slot(i, true));
      }
    }
    List<Shape.Range> ranges = new ArrayList<>();
    for (LiteralChoice.Range range : choice.ranges()) {
      Integer low = slotAt.get(range.low());
      Integer high = slotAt.get(range.high());
      if (low == null || high == null) {
        return Shape.UNSHARED;
      }
      ranges.add(new Shape.Range(low, high));
    }
    return slots.isEmpty()
        ? Shape.UNSHARED
        : new Shape(
            command,
            parameterCount(tokens),
            slots,
            ranges,
            StatementShapes.of(tokens.text().substring(scan.startOffset(), scan.endOffset())));
  }

  private static boolean isSigned(Tokens tokens, int token) {
    return token > 0
        && tokens.is(token - 1, TokenKind.MINUS)
        && !tokens.is(token, TokenKind.STRING);
  }

  private static int parameterCount(Tokens tokens) {
    int count = 0;
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.is(i, TokenKind.PARAMETER)) {
        count = Math.max(count, Integer.parseInt(tokens.source(i).substring(1)));
      }
    }
    return count;
  }
}
