package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class CarrierThreadsTest {
  @Test
  void shouldHaveMoreCarriersThanProcessors() {
    assertThat(CarrierThreads.count(1)).isEqualTo(4);
    assertThat(CarrierThreads.count(2)).isEqualTo(4);
    assertThat(CarrierThreads.count(8)).isEqualTo(16);
    assertThat(CarrierThreads.count(48)).isEqualTo(64);
    assertThat(CarrierThreads.count(96)).isEqualTo(96);
  }

  @Test
  void shouldNotOverrideAnExistingValue() {
    Properties properties = new Properties();
    CarrierThreads.configure(properties, 2);
    assertThat(properties).containsEntry(CarrierThreads.PROPERTY, "4");
    CarrierThreads.configure(properties, 8);
    assertThat(properties).containsEntry(CarrierThreads.PROPERTY, "4");
  }
}
