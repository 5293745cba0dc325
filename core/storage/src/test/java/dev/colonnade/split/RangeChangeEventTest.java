package dev.colonnade.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.plan.RangeBoundaries;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.store.MemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the JFR events of splits and merges. */
class RangeChangeEventTest {
  private static final int KIB = 1024;
  private static final SplitConfig CONFIG =
      SplitConfig.DEFAULT
          .withLimits(RangeLimits.ofMaxBytes(64 * KIB).withMinBytes(16 * KIB))
          .withPressure(PressureOptions.DEFAULT.withEnabled(false));

  @TempDir private Path folder;

  @Test
  void shouldRecordASplitAndAMerge() throws Exception {
    Path file = folder.resolve("changes.jfr");
    List<RangeChange> changes;
    try (Recording recording = new Recording();
        SplitFixture fixture = new SplitFixture(new MemoryStore(), CONFIG, RangeBoundaries.NONE)) {
      recording.enable("dev.colonnade.RangeChange");
      recording.start();
      IntStream.range(0, 330).forEach(row -> fixture.put("k%03d".formatted(row), KIB));
      fixture.executor.runAll();
      IntStream.range(0, 330).forEach(row -> fixture.delete("k%03d".formatted(row)));
      fixture.collectGarbage();
      fixture.advance(Duration.ofMinutes(12));
      changes = fixture.splits.recentChanges();
      recording.stop();
      recording.dump(file);
    }
    // Tests of other classes may split concurrently: only events of this thread are used.
    long thread = Thread.currentThread().threadId();
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getThread().getJavaThreadId() == thread)
            .toList();
    assertThat(events).hasSameSizeAs(changes);
    for (int index = 0; index < events.size(); index++) {
      assertMatches(events.get(index), changes.get(index));
    }
    RecordedEvent split = events.getFirst();
    assertThat(split.getString("reason")).isEqualTo("SIZE");
    assertThat(split.getLong("range")).isEqualTo(1);
    assertThat(split.getInt("rangesAfter")).isEqualTo(10);
    assertThat(split.getString("cutKeys").split(",")).as("not all of them").hasSize(9);
    assertThat(split.getString("cutKeys")).startsWith("[0x6b303").endsWith(",...]");
    assertThat(split.getLong("bytes")).isGreaterThan(330 * KIB);
    assertThat(split.getLong("largestBytes")).isBetween(30L * KIB, 64L * KIB);
    RecordedEvent merge = events.getLast();
    assertThat(merge.getString("reason")).isEqualTo("COLD");
    assertThat(merge.getInt("rangesBefore")).isEqualTo(10);
    assertThat(merge.getString("cutKeys")).isEqualTo("[]");
    assertThat(merge.getLong("bytes")).isZero();
  }

  private static void assertMatches(RecordedEvent event, RangeChange change) {
    assertThat(event.getString("reason")).isEqualTo(change.reason().name());
    assertThat(event.getLong("range")).isEqualTo(change.before().getFirst().id());
    assertThat(event.getInt("rangesBefore")).isEqualTo(change.before().size());
    assertThat(event.getInt("rangesAfter")).isEqualTo(change.after().size());
    assertThat(event.getString("startKey"))
        .isEqualTo(change.before().getFirst().span().start().toString());
    assertThat(event.getLong("bytes")).isEqualTo(change.bytes());
    assertThat(event.getLong("largestBytes")).isEqualTo(change.largestBytes());
    assertThat(event.getDuration()).isPositive();
    assertThat(event.getStackTrace()).isNull();
  }
}
