package org.sennit.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;

class CsvTest {

    @Test
    void aLineASizeAndAPairOfColumnsForWhateverStandsBesideIt() {
        Summary time = new Summary(9, 80, 70, 90);
        PeerFigure beside = new PeerFigure("declared", 8, time, Speed.NEAR);
        PeerFigure peer = new PeerFigure("ompi", 16, new Summary(1, 100.5, 90, 300), Speed.FAR);
        TableRow first = new TableRow(8, time, Summary.NONE, 30, 30, Speed.NEAR, List.of(), List.of(beside));
        TableRow second = new TableRow(16, time, time, 30, 30, Speed.NEAR, List.of(peer));
        assertEquals(
                List.of(
                        "size_bytes,median_ns,best_ns,p99_ns,floor_ns,speed,declared_ns,declared_speed,ompi_ns,ompi_speed",
                        "8,80.00,70.00,90.00,,near,80.00,near,,",
                        "16,80.00,70.00,90.00,80.00,near,,,100.50,far"),
                Csv.lines(List.of(first, second)));
    }
}
