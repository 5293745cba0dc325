package dev.colonnade.bench.kv;

import dev.colonnade.bench.kv.load.LoadResult;
import dev.colonnade.bench.kv.load.RangeSample;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Writer of charts of ranges over time. The extension of the file name determines the format:
 * {@code .svg} or {@code .png}.
 */
final class KvChart {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 300;
  private static final double NANOS_PER_SECOND = 1e9;

  private KvChart() {}

  /** Returns whether the extension of the file name is supported. */
  static boolean isSupported(Path file) {
    String name = name(file);
    return name.endsWith(".svg") || name.endsWith(".png");
  }

  /** Writes three charts, one below the other: number of ranges, largest range, split queue. */
  public static void write(LoadResult result, Path file) throws IOException {
    String title = result.split().toString();
    save(
        new Stack(
            List.of(
                chart(
                    "Ranges: " + title,
                    "ranges",
                    Map.of("ranges", series(result, RangeSample::rangeCount))),
                chart(
                    "Largest range, relative to the limit",
                    "x limit",
                    Map.of("largest", series(result, ratio(result)))),
                chart(
                    "Ranges waiting for a split",
                    "ranges",
                    Map.of("waiting", series(result, RangeSample::waiting))))),
        file);
  }

  /** Writes one chart of the largest range, relative to the limit, of several runs. */
  static void writeLargest(Map<String, LoadResult> results, Path file) throws IOException {
    XYChart chart = empty("Largest range, relative to the limit", "x limit");
    chart.getStyler().setLegendVisible(true);
    results.forEach((name, result) -> add(chart, name, series(result, ratio(result))));
    save(chart, file);
  }

  private static ToDoubleFunction<RangeSample> ratio(LoadResult result) {
    return sample -> (double) sample.largestBytes() / result.split().rangeBytesMax();
  }

  private static XYChart chart(String title, String unit, Map<String, Series> series) {
    XYChart chart = empty(title, unit);
    series.forEach((name, values) -> add(chart, name, values));
    return chart;
  }

  private static XYChart empty(String title, String unit) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("seconds")
            .yAxisTitle(unit)
            .build();
    chart
        .getStyler()
        .setYAxisMin(0.0)
        .setPlotMargin(0)
        .setLegendVisible(false)
        .setLegendPosition(Styler.LegendPosition.OutsideE)
        .setChartBackgroundColor(Color.WHITE)
        .setLocale(Locale.ROOT);
    return chart;
  }

  private static void add(XYChart chart, String name, Series values) {
    if (Arrays.stream(values.values).noneMatch(value -> value > 0)) {
      chart.getStyler().setYAxisMax(1.0); // otherwise a constant 0 has no scale
    }
    chart.addSeries(name, values.seconds, values.values).setMarker(SeriesMarkers.NONE);
  }

  private static Series series(LoadResult result, ToDoubleFunction<RangeSample> metric) {
    List<RangeSample> samples = result.samples();
    long startNanos = result.times().startNanos();
    return new Series(
        samples.stream().mapToDouble(it -> (it.nanos() - startNanos) / NANOS_PER_SECOND).toArray(),
        samples.stream().mapToDouble(metric).toArray());
  }

  private static void save(IChart chart, Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      ChartEncoder.saveChart(chart, out, name(file).endsWith(".svg") ? "svg" : "png");
    }
  }

  private static String name(Path file) {
    return file.toString().toLowerCase(Locale.ROOT);
  }

  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  private record Series(double[] seconds, double[] values) {}

  /** Chart that consists of charts one below the other. */
  private record Stack(List<XYChart> charts) implements IChart {
    @Override
    public void paint(Graphics2D graphics, int width, int height) {
      AffineTransform before = graphics.getTransform();
      for (XYChart chart : charts) {
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        graphics.translate(0, chart.getHeight());
      }
      graphics.setTransform(before);
    }

    @Override
    public int getWidth() {
      return WIDTH;
    }

    @Override
    public int getHeight() {
      return charts.stream().mapToInt(XYChart::getHeight).sum();
    }

    @Override
    public String getTitle() {
      return charts.getFirst().getTitle();
    }
  }
}
