package dev.colonnade.server.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.limit.RangeLimits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingChangeTest {
  private static final long MIB = 1 << 20;
  private static final SplitConfig START = SplitConfig.DEFAULT;

  @Test
  void shouldChangeASingleSetting() {
    SplitConfig changed = new SettingChange("split.concurrency", "7").applyTo(START);
    assertThat(changed).isEqualTo(START.withQueue(START.queue().withConcurrency(7)));
    SplitConfig quiet = new SettingChange("split.backpressure", "off").applyTo(changed);
    assertThat(quiet.pressure().enabled()).isFalse();
    assertThat(quiet.queue().concurrency()).isEqualTo(7);
  }

  @Test
  void shouldDeriveOtherLimitsFromTheMaximumSize() {
    SplitConfig busy = new SettingChange("split.requests-per-second-max", "10").applyTo(START);
    SplitConfig small = new SettingChange("split.range-max-bytes", "4 MiB").applyTo(busy);
    assertThat(small.limits())
        .isEqualTo(RangeLimits.ofMaxBytes(4 * MIB).withRequestsPerSecondMax(10));
    SplitConfig merging = new SettingChange("split.range-min-bytes", "1 MiB").applyTo(small);
    assertThat(merging.limits()).isEqualTo(small.limits().withMinBytes(MIB));
    assertThat(new SettingChange("split.range-max-bytes", "4 MiB").applyTo(merging))
        .as("no change without a new value")
        .isEqualTo(merging);
  }

  @Test
  void shouldNotDelayWritersIfSplitsAreDisabled() {
    SplitConfig off = new SettingChange("split.enabled", "false").applyTo(START);
    assertThat(off.enabled()).isFalse();
    assertThat(off.effectivePressure().enabled()).isFalse();
    SplitConfig on = new SettingChange("split.enabled", "true").applyTo(off);
    assertThat(on).as("restored").isEqualTo(START);
  }

  @Test
  void shouldChangeTheHardLimitThePaceAndTheQueue() {
    SplitConfig hard = new SettingChange("split.range-hard-max-bytes", "600 MiB").applyTo(START);
    assertThat(hard.limits()).isEqualTo(START.limits().withHardMaxBytes(600 * MIB));
    SplitConfig watchful = new SettingChange("split.load-window", "3 s").applyTo(hard);
    assertThat(watchful.pace().loadWindow()).isEqualTo(Duration.ofSeconds(3));
    SplitConfig halving = new SettingChange("split.pieces-max", "2").applyTo(watchful);
    assertThat(halving.pace()).isEqualTo(watchful.pace().withPiecesMax(2));
    SplitConfig narrow = new SettingChange("split.backpressure-waiters-max", "7").applyTo(halving);
    assertThat(narrow.pressure().waitersMax()).isEqualTo(7);
  }

  @Test
  void shouldReturnCurrentSettings() {
    ResolvedSetting max = new ResolvedSetting("split.range-max-bytes", "256 MiB", "file:1");
    ResolvedSetting min =
        new ResolvedSetting("split.range-min-bytes", "16 MiB", ResolvedSetting.DEFAULT);
    ResolvedSetting host = new ResolvedSetting("listen.host", "127.0.0.1", ResolvedSetting.DEFAULT);
    SplitConfig small = new SettingChange("split.range-max-bytes", "4 MiB").applyTo(START);
    List<ResolvedSetting> all = List.of(host, max, min);
    assertThat(CurrentSettings.of(all, START, START)).isEqualTo(all);
    assertThat(CurrentSettings.of(all, START, small))
        .containsExactly(
            host,
            new ResolvedSetting("split.range-max-bytes", "4 MiB", CurrentSettings.CHANGED),
            new ResolvedSetting("split.range-min-bytes", "256 KiB", CurrentSettings.CHANGED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          split.concurency      | 4       | split.concurrency
          split.concurrency     | 0       | split.concurrency
          split.concurrency     | many    | many
          split.range-max-bytes | 1 B     | split.range-max-bytes
          split.range-min-bytes | 100 MiB | range-min-bytes
          split.interval        | 2       | split.interval
          split.pieces-max      | 1       | split.pieces-max
          split.range-hard-max-bytes | 300 MiB | range-hard-max-bytes
          store.file            | 1 MiB   | store.file
          """)
  void shouldRejectInvalidChanges(String name, String value, String message) {
    SettingChange change = new SettingChange(name, value);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> change.applyTo(START))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .withMessageContaining(message);
  }

  @Test
  void shouldChangeOnlyLimitsOfATable() {
    RangeLimits own = RangeLimits.ofMaxBytes(8 * MIB);
    assertThat(new SettingChange("split.range-max-bytes", "2 MiB").applyTo(own, START))
        .isEqualTo(RangeLimits.ofMaxBytes(2 * MIB));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> new SettingChange("split.concurrency", "2").applyTo(own, START))
        .withMessageContaining("not a setting of a table");
  }
}
