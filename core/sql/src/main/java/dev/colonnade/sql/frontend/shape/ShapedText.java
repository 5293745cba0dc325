package dev.colonnade.sql.frontend.shape;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.activity.StatementShape;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text of one statement with its shape and the values of its literals. Immutable. */
public final class ShapedText {
  private static final char LITERAL = '\u0003';
  private static final char RANGE = '\u0004';

  private final String whole;
  private final int start;
  private final int end;
  private final String key;
  private final Shape shape;
  private final String planKey;
  private final List<Object> values;

  ShapedText(ShapeScan scan, String key, Shape shape) {
    this.whole = scan.tokens().text();
    this.start = scan.startOffset();
    this.end = scan.endOffset();
    this.key = requireNonNull(key, "key is null");
    this.shape = requireNonNull(shape, "shape is null");
    List<Object> read = new ArrayList<>(shape.slots().size());
    for (Shape.Slot slot : shape.slots()) {
      read.add(scan.value(slot.literal(), slot.isNegative()));
    }
    this.values = List.copyOf(read);
    this.planKey = planKey(scan, key, shape, values);
  }

  /**
   * Returns the key of the shape with the literals that are no parameters, and with the magnitudes
   * of ranges.
   */
  private static String planKey(ShapeScan scan, String key, Shape shape, List<Object> values) {
    StringBuilder all = new StringBuilder(key);
    int slot = 0;
    for (int i = 0; i < scan.count(); i++) {
      if (slot < shape.slots().size() && shape.slots().get(slot).literal() == i) {
        slot++;
      } else {
        all.append(LITERAL).append(scan.source(i));
      }
    }
    for (Shape.Range range : shape.ranges()) {
      all.append(RANGE).append(magnitude(values.get(range.low()), values.get(range.high())));
    }
    return all.toString();
  }

  /** Returns the number of digits of the difference of two numbers; with its sign. */
  private static String magnitude(Object low, Object high) {
    if (!(low instanceof Number start) || !(high instanceof Number end)) {
      throw new IllegalStateException("bound is no number: low=" + low + " high=" + high);
    }
    double width = end.doubleValue() - start.doubleValue();
    String sign = width < 0 ? "-" : "";
    int exponent = width == 0 ? 0 : (int) Math.floor(Math.log10(Math.abs(width)));
    return sign + exponent;
  }

  /** Returns the whole text. */
  public String whole() {
    return whole;
  }

  /** Returns the text of the statement alone. */
  public String text() {
    return whole.substring(start, end);
  }

  /** Returns the length of {@link #text}. */
  public int length() {
    return end - start;
  }

  /** Returns the offset of the statement in the whole text. */
  public int start() {
    return start;
  }

  /** Returns the name in the command tag. */
  public String command() {
    return shape.command();
  }

  /** Returns the shape for statistics. */
  public StatementShape measured() {
    return requireNonNull(shape.measured(), "shape is not shared");
  }

  /** Returns the key that texts with the same plan share. */
  public String planKey() {
    return planKey;
  }

  /** Returns the values of the literals that are parameters. */
  public List<Object> values() {
    return values;
  }

  /** Returns the values of the literals that are bounds of ranges; null for all others. */
  public List<@Nullable Object> samples() {
    List<@Nullable Object> samples =
        new ArrayList<>(Collections.<@Nullable Object>nCopies(values.size(), null));
    for (Shape.Range range : shape.ranges()) {
      samples.set(range.low(), values.get(range.low()));
      samples.set(range.high(), values.get(range.high()));
    }
    return samples;
  }

  /** Returns the key of the shape. */
  String key() {
    return key;
  }

  /** Returns the number of the client's parameters, given the types that it has declared. */
  public int clientCount(List<@Nullable SqlType> declared) {
    return Math.max(shape.parameterCount(), declared.size());
  }

  /** Returns the declared types of all parameters. */
  public List<@Nullable SqlType> types(List<@Nullable SqlType> declared) {
    List<@Nullable SqlType> types = new ArrayList<>(declared);
    while (types.size() < shape.parameterCount()) {
      types.add(null);
    }
    ShapeScan scan = scan();
    for (Shape.Slot slot : shape.slots()) {
      types.add(scan.type(slot.literal()));
    }
    return types;
  }

  /**
   * Returns the tokens with parameters in place of literals.
   *
   * @param clientCount number of the client's parameters, which come before those
   */
  public Tokens parameterized(int clientCount) {
    ShapeScan scan = scan();
    int[] numbers = new int[scan.tokens().count()];
    int number = clientCount;
    for (Shape.Slot slot : shape.slots()) {
      int token = scan.token(slot.literal());
      numbers[token] = ++number;
      if (slot.isNegative()) {
        numbers[token - 1] = Tokens.SIGN;
      }
    }
    return scan.tokens().withParameters(numbers);
  }

  private ShapeScan scan() {
    return requireNonNull(ShapeScan.of(Lexer.read(whole)), "text has no shape");
  }
}
