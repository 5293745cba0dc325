package dev.colonnade.type.base;

import static java.util.Objects.requireNonNull;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.type.value.FloatText;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Value of a geometric type.
 *
 * <pre>
 * POINT           x, y
 * LSEG            x, y of both ends
 * BOX             x, y of the upper right corner, then of the lower left one
 * LINE            A, B, C of the equation Ax + By + C = 0
 * CIRCLE          x, y of the center, radius
 * PATH, POLYGON   x, y of each point
 * </pre>
 */
public final class Geometry implements BaseValue {
  private static final int POINT_BYTES = 2 * Double.BYTES;

  private final BaseType type;
  private final boolean isClosed;
  private final double[] numbers;

  private Geometry(BaseType type, boolean isClosed, double[] numbers) {
    this.type = requireNonNull(type, "type is null");
    this.isClosed = isClosed;
    this.numbers = numbers;
  }

  /** Returns a value of a type other than a path. */
  public static Geometry of(BaseType type, double... numbers) {
    return new Geometry(type, false, type == BaseType.BOX ? ordered(numbers) : numbers.clone());
  }

  /** Returns a path through points. */
  public static Geometry path(boolean isClosed, double... numbers) {
    return new Geometry(BaseType.PATH, isClosed, numbers.clone());
  }

  /** Returns the corners of a box, the upper right one first. */
  private static double[] ordered(double[] corners) {
    return new double[] {
      Math.max(corners[0], corners[2]),
      Math.max(corners[1], corners[3]),
      Math.min(corners[0], corners[2]),
      Math.min(corners[1], corners[3])
    };
  }

  static Geometry decode(BaseType type, ByteBuffer in) {
    boolean isPath = type == BaseType.PATH;
    boolean isClosed = isPath && in.get() != 0;
    int count = countOf(type, in);
    if (count < 0 || count > in.remaining() / Double.BYTES) {
      throw type.invalidBinary();
    }
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      InterruptionPoint.check(i);
      numbers[i] = in.getDouble();
    }
    boolean isInvalid =
        (type == BaseType.CIRCLE && numbers[2] < 0)
            || (type == BaseType.LINE && numbers[0] == 0 && numbers[1] == 0);
    if (isInvalid) {
      throw type.invalidBinary();
    }
    return isPath ? path(isClosed, numbers) : of(type, numbers);
  }

  private static int countOf(BaseType type, ByteBuffer in) {
    return switch (type) {
      case POINT -> 2;
      case LINE, CIRCLE -> 3;
      case LSEG, BOX -> 4;
      default -> {
        int points = in.getInt();
        yield points <= 0 || points > in.remaining() / POINT_BYTES ? -1 : 2 * points;
      }
    };
  }

  @Override
  public BaseType type() {
    return type;
  }

  /** Returns whether a path ends where it starts. */
  public boolean isClosed() {
    return isClosed;
  }

  /** Returns the number of coordinates and other numbers. */
  public int size() {
    return numbers.length;
  }

  /** Returns a number by its position from 0. */
  public double number(int i) {
    return numbers[i];
  }

  /** Returns a copy of all numbers. */
  public double[] numbers() {
    return numbers.clone();
  }

  @Override
  public byte[] toBytes() {
    boolean isPath = type == BaseType.PATH;
    boolean isCounted = isPath || type == BaseType.POLYGON;
    int header = (isPath ? 1 : 0) + (isCounted ? Integer.BYTES : 0);
    ByteBuffer out = ByteBuffer.allocate(header + numbers.length * Double.BYTES);
    if (isPath) {
      out.put((byte) (isClosed ? 1 : 0));
    }
    if (isCounted) {
      out.putInt(numbers.length / 2);
    }
    for (double number : numbers) {
      out.putDouble(number);
    }
    return out.array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Geometry value
        && type == value.type
        && isClosed == value.isClosed
        && Arrays.equals(numbers, value.numbers);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(numbers) + Boolean.hashCode(isClosed);
  }

  @Override
  public String toString() {
    return switch (type) {
      case LSEG -> "[" + points(numbers.length) + "]";
      case LINE -> "{%s,%s,%s}".formatted(text(0), text(1), text(2));
      case CIRCLE -> "<" + points(2) + "," + text(2) + ">";
      case PATH ->
          isClosed ? "(" + points(numbers.length) + ")" : "[" + points(numbers.length) + "]";
      case POLYGON -> "(" + points(numbers.length) + ")";
      default -> points(numbers.length);
    };
  }

  private String points(int end) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < end; i += 2) {
      InterruptionPoint.check(i);
      out.append(i == 0 ? "(" : ",(").append(text(i)).append(',').append(text(i + 1)).append(')');
    }
    return out.toString();
  }

  private String text(int i) {
    return FloatText.of(numbers[i]);
  }
}
