package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Metrics of a server at one point in time: a parsed {@code /metrics} page. Immutable. */
public final class MetricsPage {
  private final List<Sample> samples;

  private MetricsPage(List<Sample> samples) {
    this.samples = samples;
  }

  /** Parses the text format of Prometheus. */
  public static MetricsPage parse(String text) {
    List<Sample> samples = new ArrayList<>();
    text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .forEach(line -> samples.add(Sample.parse(line)));
    return new MetricsPage(List.copyOf(samples));
  }

  /** Returns the sum of all series of this name; empty if there is none. */
  public OptionalDouble total(String name) {
    return total(name, "");
  }

  /**
   * Returns the sum of the series of this name whose labels contain {@code label}; empty if there
   * is none.
   */
  public OptionalDouble total(String name, String label) {
    double[] values =
        samples.stream()
            .filter(sample -> sample.name.equals(name) && sample.labels.contains(label))
            .mapToDouble(Sample::value)
            .toArray();
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum);
  }

  /**
   * Sample of a series, one line of the page: {@code name{labels} value}.
   *
   * @param labels text between the braces; empty without labels
   */
  private record Sample(String name, String labels, double value) {
    Sample {
      requireNonNull(name, "name is null");
      requireNonNull(labels, "labels is null");
    }

    static Sample parse(String line) {
      int labelsStart = line.indexOf('{');
      int labelsEnd = line.lastIndexOf('}');
      int nameEnd = labelsStart >= 0 ? labelsStart : line.indexOf(' ');
      if (nameEnd < 1 || (labelsStart >= 0 && labelsEnd < labelsStart)) {
        throw new IllegalArgumentException("not a metric: line=" + line);
      }
      String labels = labelsStart >= 0 ? line.substring(labelsStart + 1, labelsEnd) : "";
      String rest = line.substring(labelsStart >= 0 ? labelsEnd + 1 : nameEnd).strip();
      int valueEnd = rest.indexOf(' ');
      return new Sample(
          line.substring(0, nameEnd),
          labels,
          number(valueEnd < 0 ? rest : rest.substring(0, valueEnd)));
    }

    private static double number(String text) {
      return switch (text) {
        case "+Inf" -> Double.POSITIVE_INFINITY;
        case "-Inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(text);
      };
    }
  }
}
