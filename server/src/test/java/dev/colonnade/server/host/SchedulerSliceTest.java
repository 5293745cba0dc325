package dev.colonnade.server.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SchedulerSliceTest {
  private static final Pattern VERSION = Pattern.compile("([0-9]+)\\.([0-9]+).*");

  @Test
  void shouldShortenSliceOfCallingThread() throws InterruptedException {
    assumeTrue(hasSlices(), "no Linux 6.12 or newer");
    long before = SchedulerSlice.nanos();
    long[] ofOther = {-1};

    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  if (SchedulerSlice.shorten()) {
                    ofOther[0] = SchedulerSlice.nanos();
                  }
                });
    other.join();
    assumeTrue(ofOther[0] != -1, "the system denies the call");

    assertThat(ofOther[0]).isEqualTo(SchedulerSlice.SHORT_NANOS);
    assertThat(SchedulerSlice.nanos()).isEqualTo(before).isNotEqualTo(ofOther[0]);
  }

  @Test
  void shouldHaveNoEffectWithoutSlices() {
    assumeTrue(!System.getProperty("os.name").equals("Linux"), "Linux");

    assertThat(SchedulerSlice.shorten()).isFalse();
    assertThat(SchedulerSlice.nanos()).isZero();
  }

  private static boolean hasSlices() {
    return System.getProperty("os.name").equals("Linux")
        && VERSION
            .matcher(System.getProperty("os.version"))
            .results()
            .findFirst()
            .filter(SchedulerSliceTest::isNewEnough)
            .isPresent();
  }

  private static boolean isNewEnough(MatchResult version) {
    int major = Integer.parseInt(version.group(1));
    return major > 6 || (major == 6 && Integer.parseInt(version.group(2)) >= 12);
  }
}
