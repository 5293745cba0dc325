package dev.colonnade.scan.filter.compiled;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.StoredForm;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compiler of filter trees to column predicates with jump targets. It compiles from the last
 * predicate to the first, so that the targets of a predicate are known when it is created. NOT is
 * pushed down to the predicates: by De Morgan's laws, which hold in three-valued logic too, an AND
 * under a NOT becomes an OR of negated operands.
 */
public final class FilterCompiler {
  private final ReadColumns columns;
  private final List<ColumnPredicate> predicates = new ArrayList<>();
  private final List<Integer> ifTrue = new ArrayList<>();
  private final List<Integer> ifNot = new ArrayList<>();

  private FilterCompiler(ReadColumns columns) {
    this.columns = columns;
  }

  /**
   * Compiles a filter on columns that are read. Throws UNKNOWN_COLUMN if one is not, TYPE_MISMATCH
   * if a literal or LIKE is incompatible with its column.
   */
  public static RowFilter compile(Filter filter, ReadColumns columns) {
    return new FilterCompiler(columns).compile(filter);
  }

  private RowFilter compile(Filter filter) {
    int first = compile(filter, false, RowFilter.ACCEPT, RowFilter.REJECT);
    return new RowFilter(
        first, predicates.toArray(ColumnPredicate[]::new), toArray(ifTrue), toArray(ifNot));
  }

  private static int[] toArray(List<Integer> targets) {
    int[] array = new int[targets.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = targets.get(i);
    }
    return array;
  }

  /** Returns the entry target of the filter, or of its negation. */
  private int compile(Filter filter, boolean negated, int yes, int no) {
    return switch (filter) {
      case Filter.True _ -> negated ? no : yes;
      case Filter.Not(Filter operand) -> compile(operand, !negated, yes, no);
      case Filter.And(List<Filter> operands) ->
          negated ? any(operands, true, yes, no) : all(operands, false, yes, no);
      case Filter.Or(List<Filter> operands) ->
          negated ? all(operands, true, yes, no) : any(operands, false, yes, no);
      case Filter.IsNull(int columnId) ->
          add(new ColumnPredicate.NullTest(columns, columns.number(columnId), !negated), yes, no);
      case Filter.Compare compare -> compare(compare, negated, yes, no);
      case Filter.Between between -> between(between, negated, yes, no);
      case Filter.In in -> in(in, negated, yes, no);
      case Filter.Like like -> like(like, negated, yes, no);
    };
  }

  private int all(List<Filter> operands, boolean negated, int yes, int no) {
    int target = yes;
    for (Filter operand : operands.reversed()) {
      target = compile(operand, negated, target, no);
    }
    return target;
  }

  private int any(List<Filter> operands, boolean negated, int yes, int no) {
    int target = no;
    for (Filter operand : operands.reversed()) {
      target = compile(operand, negated, yes, target);
    }
    return target;
  }

  private int compare(Filter.Compare compare, boolean negated, int yes, int no) {
    int number = columns.number(compare.columnId());
    Object literal = compare.literal();
    if (literal == null) {
      return no;
    }
    boolean opposite = compare.comparison() == Comparison.NOT_EQUAL;
    Comparison comparison = opposite ? Comparison.EQUAL : compare.comparison();
    return range(number, List.of(new Bound(comparison, literal)), negated != opposite, yes, no);
  }

  private int between(Filter.Between between, boolean negated, int yes, int no) {
    int number = columns.number(between.columnId());
    List<Bound> bounds = new ArrayList<>();
    if (between.low() != null) {
      bounds.add(new Bound(Comparison.GREATER_OR_EQUAL, between.low()));
    }
    if (between.high() != null) {
      bounds.add(new Bound(Comparison.LESS_OR_EQUAL, between.high()));
    }
    if (bounds.size() == 2) {
      return range(number, bounds, negated, yes, no);
    }
    // With a NULL bound the result is never true; it is false, and its negation true, if the
    // other bound is violated.
    int target = no;
    if (!bounds.isEmpty()) {
      int outside = range(number, bounds, true, yes, no);
      target = negated ? outside : no;
    }
    return target;
  }

  private record Bound(Comparison comparison, Object literal) {}

  /** Compiles containment in all of the bounds, or its negation. */
  private int range(int number, List<Bound> bounds, boolean negated, int yes, int no) {
    return typeOf(number).storage().isVariable()
        ? bytesRange(number, bounds, negated, yes, no)
        : fixedRange(number, bounds, negated, yes, no);
  }

  private int fixedRange(int number, List<Bound> bounds, boolean negated, int yes, int no) {
    ColumnType type = typeOf(number);
    IntegerRange domain = domainOf(type);
    IntegerRange found = domain;
    for (Bound bound : bounds) {
      OrderedLiteral literal = OrderedLiteral.of(type, bound.literal());
      found = found.intersect(domain.matching(bound.comparison(), literal));
    }
    if (found.isEmpty()) {
      return constant(number, negated, yes, no);
    }
    ColumnPredicate predicate =
        isWide(type)
            ? new Int128Predicate.Range(columns, number, found, negated)
            : new Int64Predicate.Range(
                columns,
                number,
                found.low().longValueExact(),
                found.high().longValueExact(),
                negated);
    return add(predicate, yes, no);
  }

  private int bytesRange(int number, List<Bound> bounds, boolean negated, int yes, int no) {
    ColumnType type = typeOf(number);
    if (bounds.size() == 1 && bounds.getFirst().comparison() == Comparison.EQUAL) {
      byte[] wanted = bytesOf(type, bounds.getFirst().literal());
      return add(new BytesPredicate.Equal(columns, number, wanted, negated), yes, no);
    }
    BytesRange found = new BytesRange(Key.EMPTY, Key.INFINITY);
    for (Bound bound : bounds) {
      Key literal = Key.wrap(bytesOf(type, bound.literal()));
      found = found.intersect(BytesRange.matching(bound.comparison(), literal));
    }
    return bytesSpan(number, found, negated, yes, no);
  }

  private int bytesSpan(int number, BytesRange span, boolean negated, int yes, int no) {
    if (span.isEmpty()) {
      return constant(number, negated, yes, no);
    }
    if (span.isEverything()) {
      return constant(number, !negated, yes, no);
    }
    return add(new BytesPredicate.Range(columns, number, span, negated), yes, no);
  }

  /** Compiles a result that is the same for all values of the column, but unknown for NULL. */
  private int constant(int number, boolean value, int yes, int no) {
    return value ? add(new ColumnPredicate.NullTest(columns, number, false), yes, no) : no;
  }

  private int in(Filter.In in, boolean negated, int yes, int no) {
    int number = columns.number(in.columnId());
    ColumnType type = typeOf(number);
    List<Object> literals = in.literals().stream().filter(Objects::nonNull).toList();
    ColumnPredicate predicate = literals.isEmpty() ? null : member(number, type, literals, negated);
    boolean hasNull = literals.size() < in.literals().size();
    if (negated && hasNull) {
      return no; // false if equal to one of them, else unknown because of the NULL
    }
    if (predicate != null) {
      return add(predicate, yes, no);
    }
    // With an empty list, IN is false and NOT IN is true, also for NULL.
    return negated ? yes : no;
  }

  private @Nullable ColumnPredicate member(
      int number, ColumnType type, List<Object> literals, boolean negated) {
    if (type.storage().isVariable()) {
      List<byte[]> values = literals.stream().map(literal -> bytesOf(type, literal)).toList();
      return new BytesPredicate.Member(columns, number, values, negated);
    }
    IntegerRange domain = domainOf(type);
    // A literal between two values of the column's domain, or outside of it, equals none.
    List<BigInteger> values =
        literals.stream()
            .map(literal -> OrderedLiteral.of(type, literal))
            .filter(literal -> literal.isExact() && domain.contains(literal.floor()))
            .map(OrderedLiteral::floor)
            .toList();
    return isWide(type)
        ? new Int128Predicate.Member(columns, number, values, negated)
        : new Int64Predicate.Member(
            columns, number, values.stream().mapToLong(BigInteger::longValue).toArray(), negated);
  }

  private int like(Filter.Like like, boolean negated, int yes, int no) {
    int number = columns.number(like.columnId());
    if (!typeOf(number).isText()) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "LIKE needs text: column="
              + columns.column(number).name()
              + " type="
              + columns.column(number).type());
    }
    LikePattern pattern = LikePattern.of(like);
    byte[] exact = pattern.exactText();
    if (exact != null) {
      return add(new BytesPredicate.Equal(columns, number, exact, negated), yes, no);
    }
    byte[] prefix = pattern.prefixOnly();
    if (prefix != null) {
      Key start = Key.wrap(prefix);
      return bytesSpan(number, new BytesRange(start, start.prefixEnd()), negated, yes, no);
    }
    return add(new BytesPredicate.Like(columns, number, pattern, negated), yes, no);
  }

  private int add(ColumnPredicate predicate, int yes, int no) {
    if (yes == no) {
      return yes;
    }
    predicates.add(predicate);
    ifTrue.add(yes);
    ifNot.add(no);
    return predicates.size() - 1;
  }

  private ColumnType typeOf(int number) {
    return columns.column(number).type();
  }

  private static boolean isWide(ColumnType type) {
    return type.storage() == StorageKind.INT128 || type.storage() == StorageKind.BYTES16;
  }

  private static IntegerRange domainOf(ColumnType type) {
    return isWide(type) ? IntegerRange.WIDES : IntegerRange.LONGS;
  }

  /** Returns the stored bytes of a literal, which may be longer than the column's length limit. */
  private static byte[] bytesOf(ColumnType type, Object literal) {
    if (type == Plain.BYTEA) {
      return StoredForm.bytesOf(type, literal);
    }
    byte[] utf8 = StoredForm.bytesOf(Plain.TEXT, literal);
    int length = utf8.length;
    while (type instanceof Char && length > 0 && utf8[length - 1] == ' ') {
      length--;
    }
    return length == utf8.length ? utf8 : Arrays.copyOf(utf8, length);
  }
}
