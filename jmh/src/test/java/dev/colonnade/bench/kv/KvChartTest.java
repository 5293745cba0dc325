package dev.colonnade.bench.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.kv.load.LoadResult;
import dev.colonnade.bench.kv.load.LoadResults;
import dev.colonnade.bench.kv.load.SplitSetup;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KvChartTest {
  private static final LoadResult RESULT =
      LoadResults.of(new SplitSetup(1 << 20, 4, true, true), 100, 1 << 20, 3 << 20, 2 << 20);

  @TempDir private Path folder;

  @Test
  void shouldWriteSvg() throws Exception {
    Path file = folder.resolve("deeper/ranges.svg");
    KvChart.write(RESULT, file);
    String svg = Files.readString(file);
    assertThat(svg).contains("<svg").contains("</svg>");
    assertThat(svg.split("<clipPath", -1)).as("three charts").hasSize(4);
  }

  @Test
  void shouldWritePng() throws Exception {
    Path file = folder.resolve("ranges.png");
    KvChart.write(RESULT, file);
    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(1000);
    assertThat(image.getHeight()).isEqualTo(900);
  }

  @Test
  void shouldWriteSeveralRunsIntoOneChart() throws Exception {
    Path file = folder.resolve("grid.svg");
    KvChart.writeLargest(Map.of("one", RESULT, "two", RESULT), file);
    assertThat(Files.readString(file)).contains("<svg").contains("</svg>");
  }

  @Test
  void shouldSupportSvgAndPng() {
    assertThat(KvChart.isSupported(Path.of("a.SVG"))).isTrue();
    assertThat(KvChart.isSupported(Path.of("a.png"))).isTrue();
    assertThat(KvChart.isSupported(Path.of("a.pdf"))).isFalse();
  }
}
