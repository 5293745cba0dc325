package dev.colonnade.scan.filter;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Size limits of a client's filter; INVALID_ARGUMENT beyond one of them. Collects the filter's
 * columns, too. Filters of SQL statements have no limits of their own.
 */
public final class FilterLimits {
  /** Most levels of nested operands. */
  public static final int DEPTH_MAX = 128;

  /** Most nodes of the tree. */
  public static final int NODES_MAX = 10_000;

  /** Most literals of all IN lists together. */
  public static final int LIST_LITERALS_MAX = 100_000;

  /** Most bytes of all text, binary and numeric literals and patterns together. */
  public static final int LITERAL_BYTES_MAX = 4 * 1024 * 1024;

  private final Set<Integer> columnIds = new LinkedHashSet<>();
  private final boolean isLimited;
  private int nodes;
  private long listLiterals;
  private long literalBytes;

  private FilterLimits(boolean isLimited) {
    this.isLimited = isLimited;
  }

  /**
   * Checks a filter and returns the ids of the columns that it reads, in the order of appearance.
   */
  public static Set<Integer> requireWithin(Filter filter) {
    FilterLimits limits = new FilterLimits(true);
    limits.visit(filter, 1);
    return limits.columnIds;
  }

  /** Returns the ids of the columns that a filter of any size reads, in the order of appearance. */
  public static Set<Integer> columnsOf(Filter filter) {
    FilterLimits unlimited = new FilterLimits(false);
    unlimited.visit(filter, 1);
    return unlimited.columnIds;
  }

  private void visit(Filter filter, int depth) {
    require("depth", depth, DEPTH_MAX);
    require("nodes", ++nodes, NODES_MAX);
    switch (filter) {
      case Filter.And(List<Filter> operands) -> visitAll(operands, depth);
      case Filter.Or(List<Filter> operands) -> visitAll(operands, depth);
      case Filter.Not(Filter operand) -> visit(operand, depth + 1);
      case Filter.Compare compare -> {
        columnIds.add(compare.columnId());
        addLiteral(compare.literal());
      }
      case Filter.In in -> {
        columnIds.add(in.columnId());
        listLiterals += in.literals().size();
        require("listLiterals", listLiterals, LIST_LITERALS_MAX);
        in.literals().forEach(this::addLiteral);
      }
      case Filter.Between between -> {
        columnIds.add(between.columnId());
        addLiteral(between.low());
        addLiteral(between.high());
      }
      case Filter.IsNull isNull -> columnIds.add(isNull.columnId());
      case Filter.Like like -> {
        columnIds.add(like.columnId());
        addLiteral(like.pattern());
      }
      case Filter.True _ -> {} // reads no column
    }
  }

  private void visitAll(Collection<Filter> operands, int depth) {
    for (Filter operand : operands) {
      visit(operand, depth + 1);
    }
  }

  private void addLiteral(@Nullable Object literal) {
    switch (literal) {
      case String text -> literalBytes += text.getBytes(StandardCharsets.UTF_8).length;
      case byte[] bytes -> literalBytes += bytes.length;
      case BigDecimal number -> literalBytes += number.unscaledValue().bitLength() / Byte.SIZE;
      case null, default -> {} // of a small fixed size
    }
    require("literalBytes", literalBytes, LITERAL_BYTES_MAX);
  }

  private void require(String name, long value, long max) {
    if (isLimited && value > max) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "filter is too large: " + name + "=" + value + " max=" + max);
    }
  }
}
