package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.harness.ScaleFactorConverter;
import dev.colonnade.bench.tpch.Scale;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Command-line options of the commands that run the queries of TPC-H. */
public final class TpchBenchOptions {
  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "0.1",
      converter = ScaleFactorConverter.class,
      description = "TPC-H scale factor of the data (default: ${DEFAULT-VALUE}).")
  private Scale scale = ScaleFactorConverter.DEFAULT;

  @Option(
      names = "--queries",
      paramLabel = "NUMBER",
      split = ",",
      converter = NumberConverter.class,
      description =
          "Numbers of queries, such as 1,6; default: all 22, and sums of one and four columns.")
  private List<Integer> numbers = new ArrayList<>();

  @Option(
      names = "--repeat",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "3",
      description =
          "Number of runs of each query after the warm-up, of which the median is reported"
              + " (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--indexes",
      paramLabel = "SET",
      defaultValue = "KEYS",
      description =
          "Indexes of the tables that are loaded: none, keys (foreign keys) or wide (also dates and"
              + " other columns of predicates); default: keys.")
  private TpchIndexes indexes = TpchIndexes.KEYS;

  public TpchIndexes indexes() {
    return indexes;
  }

  public Scale scale() {
    return scale;
  }

  public List<TpchQuery> queries() {
    return numbers.isEmpty() ? TpchQuery.all() : numbers.stream().map(TpchQuery::number).toList();
  }

  public int repetitions() {
    return repetitions;
  }

  /** Converter of a command-line argument to the number of a query. */
  static final class NumberConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        int number = Integer.parseInt(text);
        if (number >= 1 && number <= TpchQuery.COUNT) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is not a whole number");
      }
      throw new TypeConversionException(
          "expected the number of a query, 1 to " + TpchQuery.COUNT + ": " + text);
    }
  }
}
