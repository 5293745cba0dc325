package dev.colonnade.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.limit.RangeLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingChangeTest {
  private static final long MIB = 1 << 20;
  private static final SplitConfig START = SplitConfig.DEFAULT;

  @Test
  void shouldChangeOneThingAndLeaveTheOthers() {
    SplitConfig changed = new SettingChange("split.concurrency", "7").applyTo(START);
    assertThat(changed).isEqualTo(START.withQueue(START.queue().withConcurrency(7)));
    SplitConfig quiet = new SettingChange("split.backpressure", "off").applyTo(changed);
    assertThat(quiet.pressure().enabled()).isFalse();
    assertThat(quiet.queue().concurrency()).isEqualTo(7);
  }

  @Test
  void shouldLetOtherLimitsFollowTheLargestSize() {
    SplitConfig busy = new SettingChange("split.requests-per-second-max", "10").applyTo(START);
    SplitConfig small = new SettingChange("split.range-max-bytes", "4 MiB").applyTo(busy);
    assertThat(small.limits())
        .isEqualTo(RangeLimits.ofMaxBytes(4 * MIB).withRequestsPerSecondMax(10));
    SplitConfig merging = new SettingChange("split.range-min-bytes", "1 MiB").applyTo(small);
    assertThat(merging.limits()).isEqualTo(small.limits().withMinBytes(MIB));
    assertThat(new SettingChange("split.range-max-bytes", "4 MiB").applyTo(merging))
        .as("nothing changes where nothing is changed")
        .isEqualTo(merging);
  }

  @Test
  void shouldNotSlowDownWritersWhereNothingIsSplit() {
    SplitConfig off = new SettingChange("split.enabled", "false").applyTo(START);
    assertThat(off.enabled()).isFalse();
    assertThat(off.pressure().enabled()).isFalse();
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
          split.interval        | 2 s     | cannot be changed while the server runs
          store.file            | 1 MiB   | store.file
          """)
  void shouldRefuseWhatCannotBe(String name, String value, String message) {
    SettingChange change = new SettingChange(name, value);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> change.applyTo(START))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .withMessageContaining(message);
  }

  @Test
  void shouldChangeLimitsOfATableAlone() {
    RangeLimits own = RangeLimits.ofMaxBytes(8 * MIB);
    assertThat(new SettingChange("split.range-max-bytes", "2 MiB").applyTo(own, START))
        .isEqualTo(RangeLimits.ofMaxBytes(2 * MIB));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> new SettingChange("split.concurrency", "2").applyTo(own, START))
        .withMessageContaining("no setting of a table");
  }
}
