package dev.colonnade.bench.analytic;

import dev.colonnade.bench.PositiveConverter;
import dev.colonnade.bench.ScaleConverter;
import dev.colonnade.bench.tpch.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What {@code bench tpch} understands beside what every workload does. */
final class TpchOptions {
  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "0.1",
      converter = ScaleConverter.class,
      description = "TPC-H scale factor of the data (default: ${DEFAULT-VALUE}).")
  private Scale scale = ScaleConverter.DEFAULT;

  @Option(
      names = "--queries",
      paramLabel = "NUMBER",
      split = ",",
      converter = NumberConverter.class,
      description = "Only these, such as 1,6; all 22 and sums of one and four columns otherwise.")
  private List<Integer> numbers = new ArrayList<>();

  @Option(
      names = "--repeat",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "3",
      description =
          "How often each query is measured when it is warm; the median counts (default:"
              + " ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--peer",
      paramLabel = "URL",
      description =
          "Also load and measure this database, such as"
              + " jdbc:postgresql://localhost/tpch?user=me; tables that are there are used.")
  private Optional<String> peer = Optional.empty();

  Scale scale() {
    return scale;
  }

  List<TpchQuery> queries() {
    return numbers.isEmpty() ? TpchQuery.all() : numbers.stream().map(TpchQuery::number).toList();
  }

  int repetitions() {
    return repetitions;
  }

  Optional<String> peer() {
    return peer;
  }

  /** Reads the number of a query. */
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
      throw new TypeConversionException("there are queries 1 to " + TpchQuery.COUNT + ": " + text);
    }
  }
}
