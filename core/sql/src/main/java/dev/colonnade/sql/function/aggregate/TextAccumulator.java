package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.value.SqlValueComparator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Concatenation of texts, each with the delimiter before it; texts that are NULL are skipped; NULL
 * if there are no texts. DISTINCT applies to pairs of text and delimiter.
 */
final class TextAccumulator implements GroupAccumulator {
  private final ArrayAccumulator.Order order;
  private final List<Piece> pieces = new ArrayList<>();

  /** Text with the delimiter that precedes it. */
  private record Piece(Object text, @Nullable Object delimiter) {
    /** Compares delimiters, NULL after all others. */
    int compareDelimiters(Piece other) {
      if (delimiter == null || other.delimiter == null) {
        return Boolean.compare(delimiter == null, other.delimiter == null);
      }
      return SqlValueComparator.compare(delimiter, other.delimiter);
    }
  }

  TextAccumulator(ArrayAccumulator.Order order) {
    this.order = order;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    Object text = arguments[0];
    if (text != null) {
      pieces.add(new Piece(text, arguments[1]));
    }
  }

  @Override
  public @Nullable Object result() {
    if (pieces.isEmpty()) {
      return null;
    }
    BoundedText out = new BoundedText();
    boolean isFirst = true;
    for (Piece piece : ordered()) {
      out.append(isFirst ? "" : Objects.toString(piece.delimiter(), ""));
      out.append(piece.text().toString());
      isFirst = false;
    }
    return out.toString();
  }

  private List<Piece> ordered() {
    if (order == ArrayAccumulator.Order.INSERTION) {
      return pieces;
    }
    Comparator<Piece> byText =
        (left, right) -> SqlValueComparator.compare(left.text(), right.text());
    boolean isAscending = order == ArrayAccumulator.Order.ASCENDING;
    List<Piece> sorted = new ArrayList<>(pieces);
    sorted.sort((isAscending ? byText : byText.reversed()).thenComparing(Piece::compareDelimiters));
    List<Piece> distinct = new ArrayList<>();
    for (Piece piece : sorted) {
      if (distinct.isEmpty() || !distinct.getLast().equals(piece)) {
        distinct.add(piece);
      }
    }
    return distinct;
  }
}
