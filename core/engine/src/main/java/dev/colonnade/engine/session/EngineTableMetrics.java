package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.TableMetrics;
import dev.colonnade.sql.access.TableMetrics.AnalyzeActivity;
import dev.colonnade.statistics.StatisticsStore;
import dev.colonnade.statistics.TableStatistics;
import dev.colonnade.storage.range.TableRanges;
import dev.colonnade.storage.scan.RowSampler;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Metrics of tables from the range statistics, and the results of ANALYZE. Thread-safe. */
public final class EngineTableMetrics implements TableMetrics {
  private final TableRanges ranges;
  private final StatisticsStore analyzed;
  private final CommitPipeline pipeline;
  private final RowSampler sampler;
  private final TableAnalyses analyses;

  public EngineTableMetrics(
      TableRanges ranges,
      StatisticsStore analyzed,
      CommitPipeline pipeline,
      RowSampler sampler,
      TableAnalyses analyses) {
    this.analyses = requireNonNull(analyses, "analyses is null");
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.sampler = requireNonNull(sampler, "sampler is null");
    this.analyzed = requireNonNull(analyzed, "analyzed is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
  }

  @Override
  public long rowCount(Table table) {
    return ranges.status(table.format().keyCodec().span()).stream()
        .mapToLong(range -> range.statistics().liveRows())
        .sum();
  }

  @Override
  public long sizeBytes(Table table) {
    return ranges.status(table.span()).stream()
        .mapToLong(range -> range.statistics().totalBytes())
        .sum();
  }

  @Override
  public @Nullable TableStatistics statistics(Table table) {
    return analyzed.find(table.id());
  }

  @Override
  public AnalyzeActivity analyses(Table table) {
    return analyses.of(table.id());
  }

  /** Returns the record of analyses. */
  public TableAnalyses analyses() {
    return analyses;
  }

  @Override
  public long statisticsVersion() {
    return analyzed.version();
  }

  @Override
  public List<KeySpan> sample(
      Table table,
      int rowsMax,
      long readTimestamp,
      SplittableRandom random,
      Cancellation cancellation) {
    return sampler.sample(table, rowsMax, readTimestamp, random, cancellation);
  }

  @Override
  public void store(TableStatistics statistics) {
    pipeline.exclusive(
        context -> {
          analyzed.write(context.batch(), statistics);
          context.onApplied(() -> analyzed.replace(statistics));
          return statistics;
        });
    analyses.completed(statistics.tableId());
  }

  @Override
  public List<RangeMetrics> ranges(Table table) {
    return ranges.status(table.span()).stream().map(EngineTableMetrics::metricsOf).toList();
  }

  private static RangeMetrics metricsOf(RangeStatus range) {
    return new RangeMetrics(
        text(range.descriptor().span().start()),
        text(range.descriptor().span().end()),
        range.statistics().liveRows(),
        range.statistics().liveBytes(),
        range.statistics().totalBytes());
  }

  private static String text(Key key) {
    return key.isInfinity() ? "" : HexFormat.of().formatHex(key.bytes());
  }
}
